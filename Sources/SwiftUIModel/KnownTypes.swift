/// Types of the standard library and of frameworks.
package enum KnownTypes {
  package static let table = Table([
    KnownType("Anchor", .place, .unknown, [.isGeneric, .isOfLayout, .isFrame], source: .swiftUI("anchor")),
    KnownType("Angle", .place, .bitwise, source: .swiftUI("angle")),
    KnownType("AnyTransition", .style, .unknown, source: .swiftUI("anytransition")),
    KnownType("Array", .collection, .equality, [.isGeneric], source: .swift("array")),
    KnownType("AttributedString", .document, .equality, [.decodes], source: .foundation("attributedstring")),
    KnownType("Binding", .other, .unknown, [.isGeneric], source: .swiftUI("binding")),
    KnownType("Bool", .flag, .bitwise, [.isPlain], source: .swift("bool")),
    KnownType("Bundle", .object, .identity, source: .foundation("bundle")),
    KnownType(
      "ByteCountFormatter", .object, .identity, [.isCostly, .isCheaplyMade], source: .foundation("bytecountformatter")),
    KnownType(
      "CGFloat", .real, .bitwise, [.isPlain, .isOfLayout], source: .documentation("corefoundation/cgfloat-swift.struct")
    ),
    KnownType("CGImageSource", .document, .identity, [.decodes], source: .documentation("imageio/cgimagesource")),
    KnownType("CGPoint", .place, .bitwise, [.isPlain, .isOfLayout], source: .documentation("corefoundation/cgpoint")),
    KnownType(
      "CGRect", .place, .bitwise, [.isPlain, .isOfLayout, .isFrame], source: .documentation("corefoundation/cgrect")),
    KnownType("CGSize", .place, .bitwise, [.isPlain, .isOfLayout], source: .documentation("corefoundation/cgsize")),
    KnownType("CIContext", .object, .identity, [.isCostly], source: .documentation("coreimage/cicontext")),
    KnownType("CIFilter", .object, .identity, [.isCostly], source: .documentation("coreimage/cifilter-swift.class")),
    KnownType("CIImage", .document, .identity, [.decodes], source: .documentation("coreimage/ciimage")),
    KnownType("CLLocation", .place, .identity, source: .documentation("corelocation/cllocation")),
    KnownType(
      "CLLocationCoordinate2D", .place, .bitwise, source: .documentation("corelocation/cllocationcoordinate2d")),
    KnownType(
      "CNContactFormatter", .object, .identity, [.isCostly], source: .documentation("contacts/cncontactformatter")),
    KnownType("Calendar", .calendar, .equality, [.isCostlyByIdentifier], source: .foundation("calendar")),
    KnownType("Character", .text, .equality, [.isPlain, .isRawValue], source: .swift("character")),
    KnownType("Color", .style, .equality, source: .swiftUI("color")),
    KnownType(
      "CurrentValueSubject", .object, .identity, [.isGeneric, .isSubject],
      source: .documentation("combine/currentvaluesubject")),
    KnownType("Data", .bytes, .equality, [.isPlain, .readsFiles], source: .foundation("data")),
    KnownType("Date", .instant, .bitwise, [.isPlain, .isFresh], source: .foundation("date")),
    KnownType("DateComponents", .calendar, .equality, source: .foundation("datecomponents")),
    KnownType(
      "DateComponentsFormatter", .object, .identity, [.isCostly], source: .foundation("datecomponentsformatter")),
    KnownType("DateFormatter", .object, .identity, [.isCostly, .isSendable], source: .foundation("dateformatter")),
    KnownType("DateInterval", .calendar, .equality, source: .foundation("dateinterval")),
    KnownType("DateIntervalFormatter", .object, .identity, [.isCostly], source: .foundation("dateintervalformatter")),
    KnownType("Decimal", .real, .equality, [.isPlain], source: .foundation("decimal")),
    KnownType("Dictionary", .collection, .equality, [.isGeneric, .isKeyed], source: .swift("dictionary")),
    KnownType("DismissAction", .action, .unknown, source: .swiftUI("dismissaction")),
    KnownType("Double", .real, .bitwise, [.isPlain, .isRawValue, .isOfLayout], source: .swift("double")),
    KnownType("DragGesture", .behaviour, .unknown, source: .swiftUI("draggesture")),
    KnownType("Duration", .real, .bitwise, [.isPlain], source: .swift("duration")),
    KnownType("EdgeInsets", .style, .bitwise, source: .swiftUI("edgeinsets")),
    KnownType("EnergyFormatter", .object, .identity, [.isCostly], source: .foundation("energyformatter")),
    KnownType("FileManager", .object, .identity, source: .foundation("filemanager")),
    KnownType("Float", .real, .bitwise, [.isPlain, .isRawValue], source: .swift("float")),
    KnownType("Font", .style, .equality, source: .swiftUI("font")),
    KnownType("GridItem", .style, .unknown, source: .swiftUI("griditem")),
    KnownType("HTTPURLResponse", .object, .identity, source: .foundation("httpurlresponse")),
    KnownType("ISO8601DateFormatter", .object, .identity, [.isCostly], source: .foundation("iso8601dateformatter")),
    KnownType(
      "IdentifiedArray", .collection, .equality, [.isGeneric],
      source: .package("github.com/pointfreeco/swift-identified-collections")),
    KnownType(
      "IdentifiedArrayOf", .collection, .equality, [.isGeneric],
      source: .package("github.com/pointfreeco/swift-identified-collections")),
    KnownType("Image", .view, .equality, source: .swiftUI("image")),
    KnownType("IndexSet", .other, .equality, source: .foundation("indexset")),
    KnownType("Int", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("int")),
    KnownType("Int16", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("int16")),
    KnownType("Int32", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("int32")),
    KnownType("Int64", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("int64")),
    KnownType("Int8", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("int8")),
    KnownType(
      "JSONDecoder", .object, .identity, [.isCostly, .isCheaplyMade, .isSendable], source: .foundation("jsondecoder")),
    KnownType(
      "JSONEncoder", .object, .identity, [.isCostly, .isCheaplyMade, .isSendable], source: .foundation("jsonencoder")),
    KnownType("LengthFormatter", .object, .identity, [.isCostly], source: .foundation("lengthformatter")),
    KnownType("ListFormatter", .object, .identity, [.isCostly], source: .foundation("listformatter")),
    KnownType("Locale", .other, .equality, source: .foundation("locale")),
    KnownType("LocalizedStringKey", .text, .equality, source: .swiftUI("localizedstringkey")),
    KnownType("LocalizedStringResource", .text, .equality, source: .foundation("localizedstringresource")),
    KnownType("LongPressGesture", .behaviour, .unknown, source: .swiftUI("longpressgesture")),
    KnownType(
      "MKDistanceFormatter", .object, .identity, [.isCostly], source: .documentation("mapkit/mkdistanceformatter")),
    KnownType("MKMapView", .object, .identity, [.isSystemView], source: .documentation("mapkit/mkmapview")),
    KnownType("MTKTextureLoader", .object, .identity, [.isCostly], source: .documentation("metalkit/mtktextureloader")),
    KnownType("MagnifyGesture", .behaviour, .unknown, source: .swiftUI("magnifygesture")),
    KnownType("MassFormatter", .object, .identity, [.isCostly], source: .foundation("massformatter")),
    KnownType("Measurement", .real, .equality, [.isGeneric], source: .foundation("measurement")),
    KnownType("MeasurementFormatter", .object, .identity, [.isCostly], source: .foundation("measurementformatter")),
    KnownType("NSAttributedString", .document, .equality, [.decodes], source: .foundation("nsattributedstring")),
    KnownType("NSCache", .object, .identity, [.isGeneric], source: .foundation("nscache")),
    KnownType("NSColor", .style, .equality, source: .documentation("appkit/nscolor")),
    KnownType("NSDataDetector", .object, .identity, [.isCostly], source: .foundation("nsdatadetector")),
    KnownType("NSImage", .document, .identity, [.decodes], source: .documentation("appkit/nsimage")),
    KnownType("NSMetadataQuery", .object, .identity, [.isCostly], source: .foundation("nsmetadataquery")),
    KnownType("NSPredicate", .object, .equality, source: .foundation("nspredicate")),
    KnownType(
      "NSRegularExpression", .object, .identity, [.isCostly, .isSendable], source: .foundation("nsregularexpression")),
    KnownType("NSTextView", .object, .identity, [.isSystemView], source: .documentation("appkit/nstextview")),
    KnownType("Notification", .other, .equality, source: .foundation("notification")),
    KnownType("NumberFormatter", .object, .identity, [.isCostly, .isSendable], source: .foundation("numberformatter")),
    KnownType("OpenURLAction", .action, .unknown, source: .swiftUI("openurlaction")),
    KnownType("OperationQueue", .object, .identity, source: .foundation("operationqueue")),
    KnownType(
      "OrderedDictionary", .collection, .equality, [.isGeneric, .isKeyed],
      source: .package("github.com/apple/swift-collections")),
    KnownType(
      "OrderedSet", .collection, .equality, [.isGeneric, .isDistinct],
      source: .package("github.com/apple/swift-collections")),
    KnownType("PDFDocument", .document, .identity, [.decodes], source: .documentation("pdfkit/pdfdocument")),
    KnownType("PDFView", .object, .identity, [.isSystemView], source: .documentation("pdfkit/pdfview")),
    KnownType(
      "PassthroughSubject", .object, .identity, [.isGeneric, .isSubject],
      source: .documentation("combine/passthroughsubject")),
    KnownType(
      "PersonNameComponentsFormatter", .object, .identity, [.isCostly],
      source: .foundation("personnamecomponentsformatter")),
    KnownType("ProcessInfo", .object, .identity, source: .foundation("processinfo")),
    KnownType(
      "PropertyListDecoder", .object, .identity, [.isCostly, .isCheaplyMade, .isSendable],
      source: .foundation("propertylistdecoder")),
    KnownType(
      "PropertyListEncoder", .object, .identity, [.isCostly, .isCheaplyMade, .isSendable],
      source: .foundation("propertylistencoder")),
    KnownType("RefreshAction", .action, .unknown, source: .swiftUI("refreshaction")),
    KnownType(
      "RelativeDateTimeFormatter", .object, .identity, [.isCostly], source: .foundation("relativedatetimeformatter")),
    KnownType("Set", .collection, .equality, [.isGeneric, .isDistinct], source: .swift("set")),
    KnownType("String", .text, .equality, [.isPlain, .isRawValue, .readsFiles], source: .swift("string")),
    KnownType("Substring", .text, .equality, [.isPlain], source: .swift("substring")),
    KnownType("TapGesture", .behaviour, .unknown, source: .swiftUI("tapgesture")),
    KnownType("Task", .other, .unknown, [.isGeneric], source: .swift("task")),
    KnownType("Text", .view, .equality, source: .swiftUI("text")),
    KnownType("TimeInterval", .real, .bitwise, [.isPlain], source: .foundation("timeinterval")),
    KnownType("UIColor", .style, .equality, source: .documentation("uikit/uicolor")),
    KnownType("UIImage", .document, .identity, [.decodes], source: .documentation("uikit/uiimage")),
    KnownType("UITextView", .object, .identity, [.isSystemView], source: .documentation("uikit/uitextview")),
    KnownType("UInt", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("uint")),
    KnownType("UInt16", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("uint16")),
    KnownType("UInt32", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("uint32")),
    KnownType("UInt64", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("uint64")),
    KnownType("UInt8", .integer, .bitwise, [.isPlain, .isRawValue], source: .swift("uint8")),
    KnownType("URL", .address, .equality, [.isPlain], source: .foundation("url")),
    KnownType("URLRequest", .other, .equality, source: .foundation("urlrequest")),
    KnownType("URLResponse", .object, .identity, source: .foundation("urlresponse")),
    KnownType("UUID", .identifier, .bitwise, [.isPlain, .isFresh], source: .foundation("uuid")),
    KnownType("UnitPoint", .style, .bitwise, source: .swiftUI("unitpoint")),
    KnownType("UserDefaults", .object, .identity, source: .foundation("userdefaults")),
    KnownType("WKWebView", .object, .identity, [.isSystemView], source: .documentation("webkit/wkwebview")),
    KnownType("XMLParser", .object, .identity, [.isCostly], source: .foundation("xmlparser")),
  ])

  /// Values that a body makes beside the views it shows.
  package static let values = table.names(where: { $0.meaning != .view })
  /// Equatable, Sendable, and no references.
  package static let plain = names(.isPlain)
  /// Compared as memory.
  package static let bitwise = table.names(where: { $0.comparison == .bitwise })
  /// Compared well without help.
  package static let cheap = table.names(where: { $0.traits.contains(.isPlain) || $0.meaning == .style })
  /// Classes, for example: two that were made separately never compare equal.
  package static let objects = table.names(where: { $0.comparison == .identity })
  package static let rawValues = names(.isRawValue)
  package static let costly = names(.isCostly)
  package static let cheaplyMade = names(.isCheaplyMade)
  package static let costlyByIdentifier = names(.isCostlyByIdentifier)
  package static let decoding = names(.decodes)
  package static let readsFiles = names(.readsFiles)
  /// What a date is asked for that tells another value each time.
  package static let intervalSinceNow = "timeIntervalSinceNow"
  package static let fresh = names(.isFresh)
  package static let keyed = names(.isKeyed)
  package static let distinct = names(.isDistinct)
  package static let sendableObjects = names(.isSendable)
  package static let subjects = names(.isSubject)
  package static let systemViews = names(.isSystemView)
  /// What cameras, microphones and motion sensors hand on, many times per second.
  /// Sources: developer.apple.com/documentation/coremedia/cmsamplebuffer, avfaudio/avaudiopcmbuffer, corevideo/cvpixelbuffer,
  /// coremotion/cmdevicemotion, coremotion/cmaccelerometerdata, coremotion/cmgyrodata, arkit/arframe,
  /// corebluetooth/cbcharacteristic
  package static let readings: Set<String> = [
    "ARFrame", "AVAudioPCMBuffer", "CBCharacteristic", "CMAccelerometerData", "CMDeviceMotion", "CMGyroData",
    "CMSampleBuffer", "CVPixelBuffer",
  ]
  /// A device, and what it sends. Source: developer.apple.com/documentation/corebluetooth/cbperipheral
  package static let peripheral = "CBPeripheral", bytes = "Data"
  /// What sends a value through a subject.
  package static let sending = "send"
  package static let nonGeneric = table.names(where: { !$0.traits.contains(.isGeneric) })
  package static let integers = meaning(.integer)
  package static let numbers = meaning(.integer, .real)
  package static let reals = meaning(.real)
  /// Numbers, flags and texts: what is converted from one to the other.
  package static let scalars = meaning(.integer, .real, .flag, .text)
  package static let flags = meaning(.flag)
  package static let identifiers = meaning(.identifier)
  package static let instants = meaning(.instant)
  /// Types of packages that evaluate views when their code was changed and loaded again. Source: github.com/krzysztofzablocki/Inject
  package static let reloadsCode: Set<String> = ["Inject"]
  /// What `@Namespace` gives, which stays the same for as long as its view is there.
  /// Source: developer.apple.com/documentation/swiftui/namespace/id
  package static let identitiesOfViews: Set<String> = ["Namespace.ID", "SwiftUI.Namespace.ID"]
  package static let texts = meaning(.text)
  package static let collections = meaning(.collection)
  /// What is written, with its formatting.
  package static let documents = meaning(.document)
  package static let actions = meaning(.action)
  /// Quantities, times and places: what is measured, not chosen.
  package static let measured = meaning(.integer, .real, .instant, .place)
  /// What is turned into text for somebody to read.
  package static let shown = meaning(.integer, .real, .instant, .calendar)
  /// Values that tell themselves apart, without an id.
  package static let identifying = meaning(.integer, .real, .text, .identifier, .address, .instant)
  /// What layout hands out, as it stands in the text of a type.
  package static let ofLayout = names(.isOfLayout).sorted()
  /// Where something lies on the screen, as it begins in the text of a type.
  package static let frames = table.entries.filter { $0.traits.contains(.isFrame) }.map {
    $0.traits.contains(.isGeneric) ? $0.name + "<" : $0.name
  }

  /// What the names of classes end in that turn values into text.
  package static let formatterSuffix = "Formatter"
  /// What The Composable Architecture observes a store by, made in the initialiser of a view.
  ///
  /// - Source: https://github.com/pointfreeco/swift-composable-architecture, `ViewStore`, up to version 1
  package static let viewOfStore = "ViewStore"
  /// The view that observes one and hands it to its content.
  package static let observesStore = "WithViewStore"
  /// What its content asks besides the state: to send an action, and for a binding, which is part of the state as a whole.
  package static let sendsToStore = "send", bindsToStore = "binding"
  /// The type of a literal. Source: developer.apple.com/documentation/swift/initialization-with-literals
  package static let ofIntegerLiterals = "Int", ofFloatLiterals = "Double", ofStringLiterals = "String"
  package static let ofBooleanLiterals = "Bool"
  /// The member of a point in time that is another with each look at it.
  package static let currentInstant = "now"
  /// The members of locales, calendars and time zones that are those of the user, and change with the settings.
  package static let ofUser: Set<String> = ["autoupdatingCurrent", "current"]
  /// Results that say nothing. Source: developer.apple.com/documentation/swift/void
  package static let nothing: Set<String> = ["Void", "Swift.Void", "()"]
  /// What a style of toggles is handed; its `$isOn` is a binding.
  /// Source: developer.apple.com/documentation/swiftui/togglestyleconfiguration
  package static let toggleConfigurations: Set<String> = [
    "Configuration", "ToggleStyleConfiguration", "ToggleStyle.Configuration",
  ]

  /// Those of the given meanings.
  package static func meaning(_ meanings: KnownType.Meaning...) -> Set<String> {
    table.names(where: { meanings.contains($0.meaning) })
  }

  private static func names(_ trait: KnownType.Traits) -> Set<String> {
    table.names(where: { $0.traits.contains(trait) })
  }
}
