/// Methods and members of values, and functions that are called like them.
package enum Methods {
  package static let table = Table([
    Method("Dictionary", [.callsAtOnce], source: .swift("dictionary/init(grouping:by:)")),
    Method("abs", [.isCheap], source: .swift("abs(_:)")),
    Method("addProduct", [.mutates], source: .swift("floatingpoint/addproduct(_:_:)")),
    Method(
      "allSatisfy", [.onlyReads, .callsAtOnce, .handsElements, .traverses, .selects, .isOnePass, .quantizes],
      source: .swift("sequence/allsatisfy(_:)")),
    Method("append", [.mutates, .adds], source: .swift("array/append(_:)")),
    Method(
      "attributesOfItem", [.parses, .asksFiles, .asksAboutFiles],
      source: .foundation("filemanager/attributesofitem(atpath:)")),
    Method("ceil", [.rounds, .isCheap], source: .convention("a function of the C library: man 3 ceil")),
    Method("chunked", [.isPass], source: .package("github.com/apple/swift-algorithms")),
    Method(
      "compactMap",
      [.drops, .onlyReads, .callsAtOnce, .handsElements, .traverses, .maps, .isOnePass, .quantizes, .isPass, .scans],
      source: .swift("sequence/compactmap(_:)")),
    Method("components", [.onlyReads, .splits], source: .foundation("nsstring/components(separatedby:)-238fy")),
    Method(
      "contains",
      [
        .onlyReads, .callsAtOnce, .handsElements, .traverses, .selects, .looksUp, .isOnePass, .isOfCollections,
        .quantizes, .answers, .coarsens,
      ], source: .swift("sequence/contains(_:)")),
    Method("contents", [.parses, .asksFiles], source: .foundation("filemanager/contents(atpath:)")),
    Method(
      "contentsOfDirectory", [.parses, .asksFiles], source: .foundation("filemanager/contentsofdirectory(atpath:)")),
    Method("count", [.traverses, .counts, .isOfCollections, .quantizes], source: .swift("sequence/count(where:)")),
    Method(
      "createCGImage", [.makesImages], source: .documentation("coreimage/cicontext/createcgimage(_:from:)")),
    Method("decode", [.parses], source: .foundation("jsondecoder/decode(_:from:)")),
    Method("description", [.onlyReads, .isOfCollections], source: .swift("customstringconvertible/description")),
    Method("distance", [.onlyReads, .takesPosition], source: .swift("collection/distance(from:to:)")),
    Method("drop", [.traverses], source: .swift("sequence/drop(while:)")),
    Method("dropFirst", [.onlyReads, .keepsElements], source: .swift("sequence/dropfirst(_:)")),
    Method("dropLast", [.onlyReads, .keepsElements], source: .swift("sequence/droplast(_:)")),
    Method("enumerated", [.onlyReads, .numbers], source: .swift("sequence/enumerated()")),
    Method("events", [.asksStores], source: .documentation("eventkit/ekeventstore/events(matching:)")),
    Method("fetch", [.parses, .queries], source: .documentation("coredata/nsmanagedobjectcontext/fetch(_:)-9q4a")),
    Method("fetchAssets", [.asksStores], source: .documentation("photos/phasset/fetchassets(with:)")),
    Method("fetchCount", [.parses, .queries], source: .documentation("swiftdata/modelcontext/fetchcount(_:)")),
    Method(
      "fileExists", [.parses, .asksFiles, .asksAboutFiles], source: .foundation("filemanager/fileexists(atpath:)")),
    Method(
      "filter",
      [
        .drops, .onlyReads, .callsAtOnce, .handsElements, .traverses, .filters, .keepsElements, .isOfCollections,
        .quantizes,
        .isPass, .scans,
      ], source: .swift("sequence/filter(_:)")),
    Method(
      "first",
      [
        .onlyReads, .callsAtOnce, .handsElements, .traverses, .selects, .looksUp, .isOnePass, .isOfCollections,
        .quantizes, .scans,
      ], source: .swift("sequence/first(where:)")),
    Method(
      "firstIndex", [.onlyReads, .traverses, .selects, .looksUp, .quantizes, .scans],
      source: .swift("collection/firstindex(where:)")),
    Method(
      "firstMatch", [.parses, .searchesTexts], source: .foundation("nsregularexpression/firstmatch(in:options:range:)")),
    Method(
      "flatMap", [.onlyReads, .callsAtOnce, .handsElements, .traverses, .maps, .isPass],
      source: .swift("sequence/flatmap(_:)-jo2y")),
    Method("floor", [.rounds, .isCheap], source: .convention("a function of the C library: man 3 floor")),
    Method("forEach", [.onlyReads, .callsAtOnce, .handsElements], source: .swift("sequence/foreach(_:)")),
    Method("formIntersection", [.mutates], source: .swift("set/formintersection(_:)")),
    Method("formRemainder", [.mutates], source: .swift("floatingpoint/formremainder(dividingby:)")),
    Method("formSymmetricDifference", [.mutates], source: .swift("set/formsymmetricdifference(_:)")),
    Method("formUnion", [.mutates], source: .swift("set/formunion(_:)")),
    Method("formatted", [.formats, .onlyReads, .isCheap], source: .foundation("date/formatted()")),
    Method("grouped", [.isPass], source: .package("github.com/apple/swift-algorithms")),
    Method("hasPrefix", [.onlyReads, .isCheap], source: .swift("string/hasprefix(_:)")),
    Method("hasSuffix", [.onlyReads, .isCheap], source: .swift("string/hassuffix(_:)")),
    Method("icon", [.asksStores], source: .documentation("appkit/nsworkspace/icon(forfile:)")),
    Method("ifLet", [.handsElements], source: .convention("what apps call a helper that builds a view of an optional")),
    Method("index", [.onlyReads, .looksUp, .takesPosition], source: .swift("collection/index(_:offsetby:)")),
    Method("indices", [.isOfCollections, .givesIndices], source: .swift("collection/indices")),
    Method("insert", [.mutates, .takesPosition], source: .swift("array/insert(_:at:)")),
    Method("isEmpty", [.onlyReads, .isOfCollections, .quantizes, .coarsens], source: .swift("collection/isempty")),
    Method("isMultiple", [.answers], source: .swift("binaryinteger/ismultiple(of:)")),
    Method("joined", [.onlyReads, .isOfCollections], source: .swift("sequence/joined()")),
    Method("jpegData", [.makesImages], source: .documentation("uikit/uiimage/jpegdata(compressionquality:)")),
    Method("jsonObject", [.parses], source: .foundation("jsonserialization/jsonobject(with:options:)-8v2f6")),
    Method(
      "last", [.traverses, .selects, .looksUp, .quantizes, .scans],
      source: .swift("bidirectionalcollection/last(where:)")),
    Method("lastIndex", [.traverses, .selects], source: .swift("bidirectionalcollection/lastindex(where:)")),
    Method("lazy", [.quantizes, .isLazy], source: .swift("sequence/lazy")),
    Method("lowercased", [.onlyReads, .isCheap], source: .swift("string/lowercased()")),
    Method(
      "map", [.onlyReads, .callsAtOnce, .handsElements, .traverses, .maps, .isOnePass, .isOfCollections, .quantizes],
      source: .swift("sequence/map(_:)")),
    Method("mapValues", [.callsAtOnce], source: .swift("dictionary/mapvalues(_:)")),
    Method(
      "matches", [.parses, .searchesTexts], source: .foundation("nsregularexpression/matches(in:options:range:)")),
    Method(
      "max",
      [.onlyReads, .callsAtOnce, .handsElements, .traverses, .selects, .isOnePass, .quantizes, .isCheap, .coarsens],
      source: .swift("sequence/max()")),
    Method("merge", [.mutates], source: .swift("dictionary/merge(_:uniquingkeyswith:)")),
    Method(
      "min",
      [.onlyReads, .callsAtOnce, .handsElements, .traverses, .selects, .isOnePass, .quantizes, .isCheap, .coarsens],
      source: .swift("sequence/min()")),
    Method("move", [.mutates], source: .documentation("swift/mutablecollection/move(fromoffsets:tooffset:)")),
    Method("negate", [.mutates], source: .swift("signednumeric/negate()")),
    Method("opacity", [.onlyReads], source: .documentation("swiftui/color/opacity(_:)")),
    Method("parse", [.parses], source: .foundation("xmlparser/parse()")),
    Method("partition", [.traverses], source: .swift("mutablecollection/partition(by:)")),
    Method("pngData", [.makesImages], source: .documentation("uikit/uiimage/pngdata()")),
    Method("popFirst", [.mutates, .takesFirst], source: .swift("set/popfirst()")),
    Method("popLast", [.mutates], source: .swift("array/poplast()")),
    Method("pow", [.isCheap], source: .foundation("pow(_:_:)")),
    Method("prefix", [.onlyReads, .traverses, .keepsElements], source: .swift("sequence/prefix(_:)")),
    Method(
      "preparingThumbnail", [.makesImages], source: .documentation("uikit/uiimage/preparingthumbnail(of:)")),
    Method(
      "prepend", [.mutates],
      source: .convention("what apps and packages call a method of collections that changes them")),
    Method(
      "propertyList", [.parses], source: .foundation("propertylistserialization/propertylist(from:options:format:)")),
    Method("random", [.isRandom], source: .swift("int/random(in:)")),
    Method(
      "reduce", [.onlyReads, .callsAtOnce, .handsElements, .traverses, .isOnePass, .quantizes, .isPass, .scans],
      source: .swift("sequence/reduce(_:_:)")),
    Method("remove", [.mutates, .takesPosition], source: .swift("array/remove(at:)")),
    Method("removeAll", [.mutates], source: .swift("array/removeall(keepingcapacity:)")),
    Method("removeFirst", [.mutates, .takesFirst], source: .swift("array/removefirst()")),
    Method("removeLast", [.mutates], source: .swift("array/removelast()")),
    Method("removeSubrange", [.mutates], source: .swift("array/removesubrange(_:)")),
    Method("removeValue", [.mutates], source: .swift("dictionary/removevalue(forkey:)")),
    Method("replaceSubrange", [.mutates], source: .swift("array/replacesubrange(_:with:)")),
    Method("replacingOccurrences", [.onlyReads], source: .foundation("nsstring/replacingoccurrences(of:with:)")),
    Method("reserveCapacity", [.mutates], source: .swift("array/reservecapacity(_:)")),
    Method(
      "resize", [.mutates], source: .convention("what apps and packages call a method of collections that changes them")
    ),
    Method("reverse", [.mutates], source: .swift("array/reverse()")),
    Method("reversed", [.onlyReads, .keepsElements], source: .swift("sequence/reversed()")),
    Method("round", [.rounds, .isCheap], source: .documentation("swift/floatingpoint/round(_:)")),
    Method("rounded", [.onlyReads, .rounds, .isCheap, .coarsens], source: .swift("floatingpoint/rounded()")),
    Method("shuffle", [.mutates], source: .swift("array/shuffle()")),
    Method("shuffled", [.keepsElements], source: .swift("sequence/shuffled()")),
    Method("sort", [.mutates, .sorts], source: .swift("array/sort()")),
    Method(
      "sorted",
      [
        .onlyReads, .callsAtOnce, .handsElements, .traverses, .keepsElements, .sorts, .isOfCollections, .quantizes,
        .scans,
      ], source: .swift("sequence/sorted()")),
    Method(
      "split", [.onlyReads, .splits], source: .swift("collection/split(separator:maxsplits:omittingemptysubsequences:)")
    ),
    Method("subtract", [.mutates], source: .swift("set/subtract(_:)")),
    Method("suffix", [.onlyReads, .keepsElements], source: .swift("sequence/suffix(_:)")),
    Method("swapAt", [.mutates, .takesPosition], source: .swift("array/swapat(_:_:)")),
    Method("sync", [.callsAtOnce], source: .documentation("dispatch/dispatchqueue/sync(execute:)")),
    Method("toggle", [.mutates, .toggles], source: .swift("bool/toggle()")),
    Method("trimmingCharacters", [.onlyReads, .isCheap], source: .foundation("nsstring/trimmingcharacters(in:)")),
    Method("trunc", [.rounds], source: .convention("a function of the C library: man 3 trunc")),
    Method(
      "unwrap", [.handsElements], source: .convention("what apps call a helper that builds a view of an optional")),
    Method("update", [.mutates], source: .swift("set/update(with:)")),
    Method("updateValue", [.mutates], source: .swift("dictionary/updatevalue(_:forkey:)")),
    Method("uppercased", [.onlyReads, .isCheap], source: .swift("string/uppercased()")),
    Method(
      "urlForApplication", [.asksStores],
      source: .documentation("appkit/nsworkspace/urlforapplication(withbundleidentifier:)")),
    Method("withLock", [.callsAtOnce], source: .documentation("os/osallocatedunfairlock/withlock(_:)")),
    Method("zip", [.pairs], source: .swift("zip(_:_:)")),
  ])

  package static let mutates = names(.mutates)
  package static let onlyReads = names(.onlyReads)
  package static let callsAtOnce = names(.callsAtOnce)
  package static let handsElements = names(.handsElements)
  package static let traverses = names(.traverses)
  package static let selects = names(.selects)
  package static let maps = names(.maps)
  package static let filters = names(.filters)
  package static let keepsElements = names(.keepsElements)
  package static let sorts = names(.sorts)
  package static let looksUp = names(.looksUp)
  package static let isOnePass = names(.isOnePass)
  package static let isOfCollections = names(.isOfCollections)
  package static let quantizes = names(.quantizes)
  package static let isPass = names(.isPass)
  package static let scans = names(.scans)
  package static let queries = names(.queries)
  package static let parses = names(.parses)
  package static let makesImages = names(.makesImages)
  package static let asksFiles = names(.asksFiles)
  package static let asksAboutFiles = names(.asksAboutFiles)
  package static let asksStores = names(.asksStores)
  /// The labels of the first argument with which they do.
  package static let labelsOfStores: Set<String> = Set(["matching", "with", "in"]).union(ownLabelsOfStores)
  /// Those that hardly anything else has.
  package static let ownLabelsOfStores: Set<String> = ["forFile", "withBundleIdentifier"]
  /// Methods that make what a store is then asked with. Source: developer.apple.com/documentation/eventkit/ekeventstore
  package static let makesQueries: Set<String> = ["predicateForEvents", "predicateForReminders"]
  package static let searchesTexts = names(.searchesTexts)
  package static let splits = names(.splits)
  package static let rounds = names(.rounds)
  package static let answers = names(.answers)
  package static let isCheap = names(.isCheap)
  package static let takesPosition = names(.takesPosition)
  package static let numbers = names(.numbers)
  package static let pairs = names(.pairs)
  package static let isRandom = names(.isRandom)
  package static let toggles = names(.toggles)
  package static let adds = names(.adds)
  package static let isLazy = names(.isLazy)
  package static let givesIndices = names(.givesIndices)
  package static let coarsens = names(.coarsens)
  /// Those that give elements, whether these or others: what is compared in their closures differs with each element.
  package static let givesElements = table.names(where: {
    $0.does.contains(.traverses) && $0.does.isDisjoint(with: [.selects, .counts])
  })
  /// One pass that leaves a single value.
  package static let leavesOneValue = table.names(where: {
    $0.does.contains(.isOnePass) && !$0.does.contains(.maps)
  })
  /// Those that give some of the elements, or others in their place.
  package static let filtersOrMaps = maps.union(filters)
  /// Members that number or count elements.
  package static let positions = numbers.union(givesIndices).union(names(.counts))
  /// Members of a text that give all of it, element by element.
  package static let readsWhole: Set<String> = [
    "enumerated", "indices", "lines", "reversed", "unicodeScalars", "utf8", "utf16",
  ]
  package static let insert = "insert"
  /// Those that take elements off the front, so that all others move on.
  package static let takesFirst = names(.takesFirst)
  /// What gives the value that a cache or a dictionary keeps for a key, and what puts one there.
  package static let keptObject = "object"
  package static let keeps: Set<String> = ["setObject", "updateValue"]
  /// What leaves a collection without elements.
  package static let empties = "removeAll"
  /// The member that tells how many elements there are.
  package static let count = "count"
  /// What an enumerated element calls its position.
  package static let position = "offset"
  /// Those that may leave elements out.
  package static let drops = names(.drops)
  /// Those that turn a value into text for somebody to read.
  package static let formats = names(.formats)
  /// Those that make a collection of a collection.
  package static let makesCollections = maps.union(filters).union(keepsElements)
  /// The method that gives as many elements from the start as it is told to.
  package static let limiting = "prefix"
  /// Makes one text of several.
  package static let joins = "joined"
  /// What asks whether there are any elements.
  package static let asksForAny = "isEmpty"
  /// The same from the end.
  package static let limitingFromEnd = "suffix"
  /// The method that decodes a value.
  package static let decoding = "decode"
  /// What packages call the method that turns a value into what is stored or sent.
  package static let serializes: Set<String> = ["serialize", "serialise", "serialized", "serialised"]
  /// Those that look each character up. Source: developer.apple.com/documentation/foundation/nsstring/applyingtransform(_:reverse:)
  package static let transformsTexts: Set<String> = ["applyingTransform"]
  /// Those that give another value at some distance from the one they are called on.
  package static let shifts: Set<String> = ["addingTimeInterval", "advanced"]
  /// The label of a dictionary's constructor that groups a collection.
  package static let groupingLabel = "grouping"

  private static func names(_ what: Method.Does) -> Set<String> {
    table.names(where: { $0.does.contains(what) })
  }
}
