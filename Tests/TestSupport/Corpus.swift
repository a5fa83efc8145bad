import StreamJSON
