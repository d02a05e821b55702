/// How apps name what they declare, where a name is all there is to go by.
///
/// None of these is an interface: each is a habit that the sources of public apps show, and a rule that relies on one says
/// less for it.
package enum Conventions {
  /// What the names of views end in.
  package static let viewEndings = [
    "View", "Row", "Cell", "Button", "Card", "Item", "Header", "Footer", "Label", "Bar", "Section", "List",
  ]
  /// What the names of views end in that are built once per element.
  package static let rowEndings = ["Row", "Cell", "RowView", "CellView", "Tile", "ItemView", "Chip", "ListItem"]
  /// What a helper calls the view that it works for.
  package static let namesOfOwners: Set<String> = [
    "parent", "owner", "view", "host", "container", "base", "representable",
  ]
  /// What the names of types end in that are called like functions.
  package static let actionEnding = "Action"
  /// What the name of a view, or of a collection, ends in that holds rows.
  package static let listEnding = "List"
  /// What the names of views end in that are nothing but rows.
  package static let listEndings = ["List", "ListView"]
  /// What the name of a part of a screen ends in.
  package static let sectionEnding = "Section"
  /// What a generic container calls the type of its content.
  package static let contentType = "Content"
  /// What the types end in that builders of containers give.
  package static let contentEndings = [
    "Content", "View", "Label", "Header", "Footer", "Destination", "Row", "Icon", "Placeholder",
  ]
  /// What the names of model classes end in.
  package static let modelEndings = ["Store", "Model", "ViewModel", "Manager", "Controller", "State"]
  /// What the names of classes end in that hold what one view shows.
  package static let viewModelEnding = "ViewModel"
  /// The same where the app leaves out that it is of a view: `ProfilePageModel`.
  package static let modelOfViewEnding = "Model"
  /// What the names of any classes end in, in packages that are not scanned.
  package static let objectEndings = [
    "Model", "Store", "Manager", "Controller", "Service", "Client", "Coordinator", "Router", "Cache", "Provider",
    "Repository", "Formatter", "Decoder", "Encoder", "Monitor", "Engine", "Session", "Observer",
    "Prefetcher", "Loader", "Downloader", "Player", "Recorder", "Detector", "Scheduler",
  ]
  /// What apps call a modifier that applies another one where a condition holds, in the branches of an `if`.
  package static let conditionalModifiers: Set<String> = [
    "applyIf", "conditional", "conditionally", "conditionalModifier", "if", "ifTrue", "iff", "modifyIf", "when",
  ]
  /// What types call the one object of theirs that everybody uses.
  package static let namesOfSharedObjects: Set<String> = [
    "current", "default", "instance", "main", "shared", "singleton", "standard",
  ]
  /// What the names of types end in that are set up once and looked at everywhere.
  package static let configurationEndings = [
    "Config", "Configuration", "Context", "Settings", "Preferences", "Options", "AppState", "Database", "Environment",
  ]
  /// Names of what stays the same while the rest of a value changes.
  package static let identifiers: Set<String> = ["key", "identifier", "uuid", "guid"]
  package static let identifierEndings = ["ID", "Id", "Identifier", "UUID"]
  /// Members, in small letters, that are worked out of a value and so change with it.
  package static let derivedMembers: Set<String> = ["count", "hashvalue", "isempty", "description"]
  /// Words in the names of members that count versions of a value.
  package static let versionWords = ["revision", "version", "generation", "updated", "modified"]
  /// Members that texts have, and enums whose raw values are texts.
  package static let membersOfTexts: Set<String> = [
    "capitalized", "components", "contains", "count", "description", "displayName", "formatted", "hasPrefix",
    "hasSuffix", "hashValue", "icon", "isEmpty", "isLetter", "label", "localized", "localizedName", "lowercased",
    "name",
    "prefix", "rawValue", "self", "split", "suffix", "systemImage", "title", "trimmingCharacters", "uppercased", "utf8",
  ]
  /// What the names of views end in that only try another view out.
  package static let testerEndings = ["Tester", "_Previews"]
  /// Folders of what only previews use.
  package static let previewFolders: Set<String> = ["Preview Content", "PreviewContent", "PreviewHelpers", "Previews"]
  /// What the names of files end in that only previews use, where they begin with `Preview`.
  package static let previewFileEndings = [
    "App", "Container", "Content", "Data", "Helper", "Helpers", "Mocks", "Support",
  ]
  /// Words, in small letters, in the names of values that measure how large something is.
  package static let sizeWords = ["width", "height", "size", "inset"]
  /// Words, in small letters, in the names of methods that ask for something again.
  package static let refreshingWords = [
    "update", "refresh", "sync", "recompute", "recalculate", "poll", "tick", "sample",
  ]
  /// What properties are called, in small letters, that hold a database, and what longer names end in.
  package static let databaseNames: Set<String> = ["database", "dbpool", "dbqueue"]
  package static let databaseEnding = "Database"
  /// Words, in small letters, in the names of methods that give what tells of changes later.
  package static let subscribingWords = ["observ", "publish", "stream", "subscri", "values"]
  /// What the names of flags end in that hold while something goes on: `isPlaying`, `hasRunning`.
  package static let ongoingWords = [
    "Active", "Alive", "Connected", "Enabled", "Live", "Open", "Playing", "Recording", "Running", "Streaming",
    "Visible",
  ]
  /// Words, in small letters, in the names of methods that are called for each change of something.
  package static let changeHandlers = ["changed", "didchange", "didupdate", "didreceive", "didscroll", "tick", "poll"]
  /// The same of what is called for each event of a sensor, a connection, a download or a clock, in names of methods and in the
  /// labels of their parameters.
  package static let eventHandlers = [
    "didupdate", "didreceive", "didscroll", "didwritedata", "didoutput", "didcollectdata", "textdidchange",
    "textviewdidchange", "tick", "poll",
  ]
  /// Of these the ones that come for each packet of a transfer, or each buffer of a camera or microphone, in lower case.
  /// Sources: developer.apple.com/documentation/foundation/urlsessiondownloaddelegate/urlsession(_:downloadtask:didwritedata:totalbyteswritten:totalbytesexpectedtowrite:),
  /// foundation/urlsessiontaskdelegate/urlsession(_:task:didsendbodydata:totalbytessent:totalbytesexpectedtosend:),
  /// avfoundation/avcapturevideodatasampleboutputdelegate/captureoutput(_:didoutput:from:)
  package static let floodingHandlers = ["didwritedata", "didsendbodydata", "didoutput"]
  /// Words of what moves on while somebody scrolls, zooms or drags.
  package static let movingWords: Set<String> = [
    "scroll", "offset", "viewport", "drag", "pan", "zoom", "geometry", "frame", "rect", "camera",
  ]
  /// What the names of functions end with, in lower case, that take what a meter shows of a sound: `updateLevel`.
  package static let namesOfMeters = [
    "amplitude", "amplitudes", "level", "levels", "magnitudes", "spectrum", "waveform",
  ]
  /// What the names of functions begin with that assign what somebody chose.
  package static let setterPrefix = "set"
  /// What labels of handlers say, in lower case, that are handed the pieces of a text as they come: `onToken`, `didReceiveChunk`.
  package static let wordsOfPieces = ["chunk", "delta", "partial", "token"]
  /// What members are called that hold a text.
  package static let namesOfTexts: Set<String> = ["content", "markdown", "output", "response", "text", "transcript"]
  /// What the names of functions begin with that work something out of all that they are handed.
  package static let calculatingVerbs = ["aggregate", "analyze", "analyse", "calculate", "compute", "summarize"]
  /// Names of published values that go on like a clock, in lower case.
  package static let namesOfClocks: Set<String> = [
    "time", "currenttime", "elapsedtime", "elapsed", "remainingtime", "playbacktime", "playbackposition", "position",
    "tick",
    "ticks", "progress", "downloadprogress", "uploadprogress", "now",
  ]
  /// What the names of values that sensors measure end in, in lower case.
  package static let namesOfReadings = [
    "acceleration", "altitude", "attitude", "heading", "location", "timestamp", "velocity",
  ]
  /// The first words of names that tell whether something is so, in lower case.
  package static let flagPrefixes: Set<String> = ["can", "did", "has", "is", "should", "was", "will"]
  /// What a clock, or what goes on like one, is called, as the last word of its name.
  package static let clockNouns: Set<String> = [
    "clock", "elapsed", "heartbeat", "progress", "tick", "ticker", "ticks", "timer",
  ]
  /// Words behind that say that something publishes it.
  package static let publisherEndings: Set<String> = [
    "changes", "events", "publisher", "relay", "signal", "stream", "subject", "updates",
  ]
  /// What such methods tell of when it changes now and then: `didUpdateState`.
  package static let settledThings = ["authorization", "notificationstate", "state", "status"]
  /// Members that give sequences of what happens now and then, or nobody knows how often: notifications, what a publisher sends.
  package static let slowSequences: Set<String> = ["notifications", "values"]
  /// Words in the names of views, and of folders of views, that are on screen now and then and not for long.
  package static let rarelyShownWords = [
    "About", "Debug", "Dialog", "Onboarding", "Preferences", "Settings", "Welcome", "Widget", "Widgets",
  ]
  /// Words in the names of views that only developers see.
  package static let developerWords = ["Debug"]
  /// Words in the names of methods that draw an image.
  package static let drawingWords = ["barcode", "draw", "generate", "qr", "render"]
  /// What the names in functions that draw, or change the pixels of images, have in them.
  package static let drawingInCode = [
    "draw", "render", "graphics", "context", "lockfocus", "filter", "thumbnail", "resiz", "scal", "crop", "cgimage",
    "bitmap", "barcode", "qr", "tint", "composit",
  ]
  /// What the names of types end in that draw into an image.
  package static let rendererEnding = "ImageRenderer"
  /// Words in the names of what keeps results.
  package static let keptWords = ["cache", "memoiz", "memois"]
  /// The same where it is the first word or all of the name: `memory` keeps nothing.
  package static let keptFirstWord = "memo"
  /// What apps call the method that hides which kind of view something is.
  package static let erasers: Set<String> = [
    "anyView", "asAnyView", "eraseToAnyView", "erasedToAnyView", "toAnyView", "typeErased",
  ]
  /// What the element of a generic container is called.
  package static let genericElements: Set<String> = ["Data", "Element", "T", "Value"]
  /// Members that stand for a value in a log or a file.
  package static let textMembers: Set<String> = ["debugDescription", "description", "rawValue"]
  /// Requirements that run when values are stored or coded.
  package static let codingMembers: Set<String> = ["encode", "hash", "id", "rawValue"]
  /// Words in the names of calls that do more than work a value out of a value.
  package static let expensiveWords = [
    "format", "sort", "filter", "group", "search", "fetch", "load", "decode", "encode", "parse", "render", "image",
    "thumbnail", "localized", "attributed", "markdown", "string", "layout", "match", "path",
  ]
  /// Words that the name of a function has, each of them, if it turns Markdown into something else.
  package static let markdownParserWords = ["markdown", "parse"]
  /// Words in the names of numbers that the next version of the same thing has another of.
  package static let quantityWords = [
    "count", "left", "remaining", "progress", "percent", "unread", "status", "score", "elapsed", "balance", "level",
    "price", "delay",
  ]
  /// Words in the names of what a subscription or another object calls.
  package static let callbackWords = ["handler", "callback", "update", "changed", "receive", "progress"]
  /// Words in the names of methods that copy a value member by member.
  package static let copyingWords = ["update", "apply"]
  /// Words in the names of preferences that tell a place, not a size.
  package static let placeWords = [
    "Offset", "Scroll", "Position", "Frame", "Rect", "Bounds", "Point", "Anchor", "MinY", "MaxY",
  ]
}
