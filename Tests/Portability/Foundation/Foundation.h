// The parts of Foundation's Objective-C classes that this package uses, as Apple's documentation
// declares them.

#pragma clang assume_nonnull begin

typedef signed char BOOL_kind;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;

@protocol NSObject
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject>
- (instancetype)init;
@property (readonly) NSUInteger hash;
- (_Bool)isEqual:(nullable id)object;
@end

@interface NSNull : NSObject
@end

@interface NSString : NSObject
@property (readonly) NSUInteger length;
@end

@interface NSNumber : NSObject
- (instancetype)initWithBool:(_Bool)value;
@property (readonly) const char *objCType;
@property (readonly) _Bool boolValue;
@property (readonly) double doubleValue;
@property (readonly) long long int64Value __attribute__((swift_name("int64Value")));
@property (readonly) unsigned long long uint64Value;
@end

@interface NSArray : NSObject
@property (readonly) NSUInteger count;
@end

@interface NSSet : NSObject
@property (readonly) NSUInteger count;
@end

@interface NSOrderedSet : NSObject
@property (readonly) NSUInteger count;
@end

@interface NSDictionary : NSObject
@property (readonly) NSUInteger count;
@end

@interface NSUUID : NSObject
@property (readonly, copy) NSString *UUIDString __attribute__((swift_name("uuidString")));
@end

@interface NSDate : NSObject
@property (readonly) NSTimeInterval timeIntervalSinceReferenceDate;
@end

@interface NSData : NSObject
@end

@interface NSURL : NSObject
@end

@interface NSError : NSObject
@property (readonly) NSInteger code;
@property (readonly, copy) NSString *domain;
@end

#pragma clang assume_nonnull end
