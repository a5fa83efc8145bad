@_exported public import StreamJSONCore
