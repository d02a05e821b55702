/// Functions, gestures and asynchronous work that are handed closures, and calls that do something besides giving a value.
package enum Functions {
  package static let table = Table([
    Call(
      "CADisplayLink", .actions, event: .timer, rate: .perEvent,
      source: .documentation("quartzcore/cadisplaylink/init(target:selector:)")),
    Call(
      "CGImageSourceCreateImageAtIndex", does: [.decodesImages],
      source: .documentation("imageio/cgimagesourcecreateimageatindex(_:_:_:)")),
    Call(
      "CGImageSourceCreateThumbnailAtIndex", does: [.decodesImages],
      source: .documentation("imageio/cgimagesourcecreatethumbnailatindex(_:_:_:)")),
    Call("NSLog", does: [.prints], source: .foundation("nslog(_:_:)")),
    Call("OpenURLAction", .actions, event: .user, since: 15, source: .swiftUI("openurlaction")),
    Call("RefreshAction", .actions, event: .user, since: 15, source: .swiftUI("refreshaction")),
    Call("SpatialTapGesture", .actions, event: .user, since: 16, source: .swiftUI("spatialtapgesture")),
    Call("Task", .actions, event: .later, does: [.startsTask], source: .swift("task")),
    Call("Timer", event: .subscription, source: .foundation("timer")),
    Call(
      "addBoundaryTimeObserver", .actions,
      source: .documentation("avfoundation/avplayer/addboundarytimeobserver(fortimes:queue:using:)")),
    Call(
      "addGlobalMonitorForEvents", .actions, event: .subscription, does: [.watchesInput],
      source: .documentation("appkit/nsevent/addglobalmonitorforevents(matching:handler:)")),
    Call(
      "addLocalMonitorForEvents", .actions, event: .subscription, does: [.watchesInput],
      source: .documentation("appkit/nsevent/addlocalmonitorforevents(matching:handler:)")),
    Call(
      "addObserver", .actions, event: .notification,
      source: .foundation("notificationcenter/addobserver(forname:object:queue:using:)")),
    Call(
      "addPeriodicTimeObserver", .actions, event: .timer, rate: .perEvent,
      source: .documentation("avfoundation/avplayer/addperiodictimeobserver(forinterval:queue:using:)")),
    Call("addTask", .actions, source: .swift("taskgroup/addtask(priority:operation:)")),
    Call("assign", does: [.assignsValues], source: .documentation("combine/publisher/assign(to:)")),
    Call(
      "async", .actions, event: .later, source: .documentation("dispatch/dispatchqueue/async(group:qos:flags:execute:)")
    ),
    Call(
      "asyncAfter", .actions, event: .later,
      source: .documentation("dispatch/dispatchqueue/asyncafter(deadline:qos:flags:execute:)")),
    Call(
      "autoconnect", does: [.connects], source: .documentation("combine/connectablepublisher/autoconnect()")),
    Call("connect", does: [.connects], source: .documentation("combine/connectablepublisher/connect()")),
    Call("dataTask", .actions, source: .foundation("urlsession/datatask(with:completionhandler:)")),
    Call(
      "debounce", does: [.spacesValues], source: .documentation("combine/publisher/debounce(for:scheduler:options:)")),
    Call("debugPrint", does: [.prints], source: .swift("debugprint(_:separator:terminator:)")),
    Call(
      "delay", does: [.handsOnEachValue],
      source: .documentation("combine/publisher/delay(for:tolerance:scheduler:options:)")),
    Call("detached", .actions, source: .swift("task/detached(priority:operation:)")),
    Call(
      "eraseToAnyPublisher", does: [.givesPublisher, .handsOnEachValue],
      source: .documentation("combine/publisher/erasetoanypublisher()")),
    Call(
      "installTap", .actions, event: .subscription, rate: .stream,
      source: .documentation("avfaudio/avaudionode/installtap(onbus:buffersize:format:block:)")),
    Call(
      "observe", event: .subscription,
      source: .documentation("objectivec/nsobject-swift.class/observe(_:options:changehandler:)")),
    Call("onChanged", .actions, event: .gestureChange, rate: .perEvent, source: .swiftUI("gesture/onchanged(_:)")),
    Call("onEnded", .actions, event: .user, rate: .once, source: .swiftUI("gesture/onended(_:)")),
    Call("os_log", does: [.prints], source: .documentation("os/os_log")),
    Call("perform", .actions, source: .documentation("coredata/nsmanagedobjectcontext/perform(_:)")),
    Call("print", does: [.prints], source: .swift("print(_:separator:terminator:)")),
    Call(
      "publisher", event: .subscription, does: [.givesPublisher],
      source: .foundation("notificationcenter/publisher(for:object:)")),
    Call(
      "receive", event: .subscription, does: [.handsOnEachValue],
      source: .documentation("combine/publisher/receive(on:options:)")),
    Call("removeDuplicates", does: [.dropsRepeats], source: .documentation("combine/publisher/removeduplicates()")),
    Call(
      "requestAuthorization", .actions,
      source: .documentation(
        "usernotifications/unusernotificationcenter/requestauthorization(options:completionhandler:)")),
    Call("run", .actions, source: .swift("mainactor/run(resulttype:body:)")),
    Call(
      "scheduledTimer", .actions, event: .timer, rate: .stream,
      source: .foundation("timer/scheduledtimer(withtimeinterval:repeats:block:)")),
    Call(
      "setEventHandler", .actions, event: .subscription, does: [.handlesSource],
      source: .documentation("dispatch/dispatchsourceprotocol/seteventhandler(qos:flags:handler:)")),
    Call(
      "sink", .actions, event: .publisher, rate: .stream,
      source: .documentation("combine/publisher/sink(receivevalue:)")),
    Call("sleep", does: [.waits], source: .swift("task/sleep(for:tolerance:clock:)")),
    Call(
      "startAccelerometerUpdates", .actions, event: .subscription, rate: .stream,
      source: .documentation("coremotion/cmmotionmanager/startaccelerometerupdates(to:withhandler:)")),
    Call(
      "startDeviceMotionUpdates", .actions, event: .subscription, rate: .stream,
      source: .documentation("coremotion/cmmotionmanager/startdevicemotionupdates(to:withhandler:)")),
    Call(
      "startGyroUpdates", .actions, event: .subscription, rate: .stream,
      source: .documentation("coremotion/cmmotionmanager/startgyroupdates(to:withhandler:)")),
    Call(
      "startMagnetometerUpdates", .actions, event: .subscription, rate: .stream,
      source: .documentation("coremotion/cmmotionmanager/startmagnetometerupdates(to:withhandler:)")),
    Call("subscribe", event: .subscription, source: .documentation("combine/publisher/subscribe(_:)")),
    Call(
      "throttle", does: [.spacesValues], source: .documentation("combine/publisher/throttle(for:scheduler:latest:)")),
    Call("updating", .actions, event: .gestureUpdate, rate: .perEvent, source: .swiftUI("gesture/updating(_:body:)")),
    Call("withAnimation", does: [.animatesClosure], source: .swiftUI("withanimation(_:_:)")),
    Call(
      "withTaskGroup", does: [.groupsTasks], source: .swift("withtaskgroup(of:returning:isolation:body:)")),
    Call(
      "withThrowingTaskGroup", does: [.groupsTasks],
      source: .swift("withthrowingtaskgroup(of:returning:isolation:body:)")),
  ])

  /// Those that give a publisher.
  package static let publishers = table.names(where: { $0.effects.contains(.givesPublisher) })
  /// Those that hand on what a publisher sends.
  package static let subscribes = table.names(where: { $0.event == .publisher })
  /// Those that hand on each value of a publisher, at once or later.
  package static let handsOnEachValue = table.names(where: { $0.effects.contains(.handsOnEachValue) })
  package static let prints = table.names(where: { $0.effects.contains(.prints) })
  package static let startsTask = table.names(where: { $0.effects.contains(.startsTask) })
  package static let dropsRepeats = table.names(where: { $0.effects.contains(.dropsRepeats) })
  /// Those that send values on no sooner than some time after the one before.
  package static let spaces = table.names(where: { $0.effects.contains(.spacesValues) })
  package static let assignsValues = table.names(where: { $0.effects.contains(.assignsValues) })
  package static let connects = table.names(where: { $0.effects.contains(.connects) })
  package static let handlesSource = table.names(where: { $0.effects.contains(.handlesSource) })
  package static let decodesImages = table.names(where: { $0.effects.contains(.decodesImages) })
  /// Those whose closures are handed the events of the pointer and the keys that they ask for.
  package static let watchesInput = table.names(where: { $0.effects.contains(.watchesInput) })
  /// The events among these that come many times per second while the pointer moves.
  /// Source: developer.apple.com/documentation/appkit/nsevent/eventtypemask
  package static let inputOfMoves: Set<String> = [
    "any", "leftMouseDragged", "mouseMoved", "otherMouseDragged", "rightMouseDragged", "scrollWheel",
  ]
  /// `MainActor.run`.
  package static func hopsToMain(_ path: [String]?) -> Bool { path == ["MainActor", "run"] }
  /// Runs a closure once some time has passed.
  package static let delayed = "asyncAfter"
  package static let waits = table.names(where: { $0.effects.contains(.waits) })
  package static let groupsTasks = table.names(where: { $0.effects.contains(.groupsTasks) })
  /// Those that run the closure they are given, at once or a moment later, whatever else is so.
  package static let runsWhatItIsGiven = table.names(where: {
    $0.event == .later || $0.effects.contains(.animatesClosure)
  }).union(["assumeIsolated", "run"])
  package static let animatesClosure = table.names(where: { $0.effects.contains(.animatesClosure) })
  /// The publisher that sends a value once: it does so whenever a body makes it.
  package static let publishesOnce = "Just"
  /// What a gesture that is over calls, with what it was last.
  package static let endsGesture = "onEnded"
}

/// Calls of shared objects of the system that do something besides giving a value.
package struct SystemEffect: ModelEntry {
  package enum Kind: Sendable, Hashable {
    case startsTask, dispatches, writesDefaults, posts, requests
  }

  /// What the call begins with: `UserDefaults` of `UserDefaults.standard.set(…)`.
  package let name: String
  /// Members between the object and the call: `standard`.
  package let path: [String]
  package let calls: Set<String>
  /// Whether more may stand before the call: `DispatchQueue.main.async`.
  package let isOpen: Bool
  package let kind: Kind
  package let source: Source

  init(
    _ name: String, under path: [String] = [], _ calls: Set<String>, isOpen: Bool = false, _ kind: Kind, source: Source
  ) {
    self.name = name
    self.path = path
    self.calls = calls
    self.isOpen = isOpen
    self.kind = kind
    self.source = source
  }
}

package enum SystemEffects {
  package static let table = Table([
    SystemEffect(
      "DispatchQueue", ["async", "asyncAfter", "sync"], isOpen: true, .dispatches,
      source: .documentation("dispatch/dispatchqueue")),
    SystemEffect(
      "NotificationCenter", under: ["default"], ["post"], isOpen: true, .posts,
      source: .foundation("notificationcenter/post(name:object:)")),
    SystemEffect("Task", ["detached"], .startsTask, source: .swift("task/detached(priority:operation:)")),
    SystemEffect(
      "URLSession", ["dataTask"], isOpen: true, .requests,
      source: .foundation("urlsession/datatask(with:completionhandler:)")),
    SystemEffect(
      "UserDefaults", under: ["standard"], ["set"], isOpen: true, .writesDefaults,
      source: .foundation("userdefaults/set(_:forkey:)")),
  ])

  /// What posts notifications: they come when something has happened, and not again and again.
  package static let postsNotifications = table.names { $0.kind == .posts }

  /// What a call of this path does, if it begins with such an object.
  package static func effect(of path: [String]) -> SystemEffect? {
    guard let first = path.first, let last = path.last, path.count > 1, let entry = table[first],
      entry.calls.contains(last), path.dropFirst().starts(with: entry.path),
      entry.isOpen || path.count == entry.path.count + 2
    else { return nil }
    return entry
  }
}
