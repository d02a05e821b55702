/// Modifiers of views.
package enum Modifiers {
  package static let table = Table([
    Call("accessibilityAction", .actions, event: .user, rate: .once, source: .view("accessibilityaction(_:_:)")),
    Call(
      "accessibilityAdjustableAction", .actions, event: .user, rate: .once,
      source: .view("accessibilityadjustableaction(_:)")),
    Call("accessibilityFocused", does: [.writesBinding], since: 15, source: .view("accessibilityfocused(_:)")),
    Call("accessibilityHidden", source: .view("accessibilityhidden(_:)")),
    Call(
      "accessibilityScrollAction", .actions, event: .user, rate: .once, source: .view("accessibilityscrollaction(_:)")),
    Call("actionSheet", content: .menu, does: [.writesBinding], source: .view("actionsheet(ispresented:content:)")),
    Call(
      "alert", event: .user, rate: .once, content: .menu, does: [.isLaidOutApart, .writesBinding],
      source: .view("alert(_:ispresented:actions:)")),
    Call("anchorPreference", does: [.setsPreference], source: .view("anchorpreference(key:value:transform:)")),
    Call("animation", does: [.placesRows, .animatesValue], source: .view("animation(_:value:)")),
    Call("animationCompletion", .actions, source: .convention("what apps call a modifier that waits for an animation")),
    Call(
      "background", content: .beside, does: [.isLaidOutApart, .placesRows],
      source: .view("background(alignment:content:)")),
    Call("blur", source: .view("blur(radius:opaque:)")),
    Call("bold", source: .view("bold(_:)")),
    Call("border", source: .view("border(_:width:)")),
    Call("brightness", source: .view("brightness(_:)")),
    Call("buttonStyle", source: .view("buttonstyle(_:)")),
    Call("clipShape", source: .view("clipshape(_:style:)")),
    Call(
      "confirmationDialog", content: .menu, does: [.isLaidOutApart, .writesBinding], since: 15,
      source: .view("confirmationdialog(_:ispresented:titlevisibility:actions:)")),
    Call("containerRelativeFrame", does: [.laysOut], since: 17, source: .view("containerrelativeframe(_:alignment:)")),
    Call("contentMargins", does: [.laysOut], since: 17, source: .view("contentmargins(_:_:for:)")),
    Call(
      "contextMenu", event: .user, rate: .once, content: .menu, does: [.isLaidOutApart],
      source: .view("contextmenu(menuitems:)")),
    Call("cornerRadius", source: .view("cornerradius(_:antialiased:)")),
    Call("defaultFocus", .actions, since: 17, source: .view("defaultfocus(_:_:priority:)")),
    Call("digitalCrownRotation", .actions, event: .pointer, rate: .perEvent, source: .view("digitalcrownrotation(_:)")),
    Call("disabled", source: .view("disabled(_:)")),
    Call(
      "dropDestination", .actions, event: .user, does: [.writesBinding], since: 16,
      source: .view("dropdestination(for:action:istargeted:)")),
    Call("environment", does: [.setsEnvironment, .keepsObject], source: .view("environment(_:_:)")),
    Call("environmentObject", does: [.handsOutObject, .keepsObject], source: .view("environmentobject(_:)")),
    Call("equatable", does: [.asksEquality], source: .view("equatable()")),
    Call(
      "fileExporter", .actions, event: .user, does: [.writesBinding], since: 14,
      source: .view("fileexporter(ispresented:document:contenttype:defaultfilename:oncompletion:)")),
    Call(
      "fileImporter", .actions, event: .user, does: [.writesBinding], since: 14,
      source: .view("fileimporter(ispresented:allowedcontenttypes:oncompletion:)")),
    Call(
      "fileMover", .actions, event: .user, does: [.writesBinding], since: 14,
      source: .view("filemover(ispresented:file:oncompletion:)")),
    Call("findNavigator", does: [.writesBinding], since: 16, source: .view("findnavigator(ispresented:)")),
    Call("fixedSize", does: [.laysOut, .measures], source: .view("fixedsize()")),
    Call("focused", does: [.writesBinding], since: 15, source: .view("focused(_:)")),
    Call("font", source: .view("font(_:)")),
    Call("foregroundColor", does: [.placesRows], source: .view("foregroundcolor(_:)")),
    Call("foregroundStyle", does: [.placesRows], since: 15, source: .view("foregroundstyle(_:)")),
    Call("frame", does: [.laysOut, .placesRows], source: .view("frame(width:height:alignment:)")),
    Call(
      "fullScreenCover", content: .presented, does: [.writesBinding], since: 14,
      source: .view("fullscreencover(ispresented:ondismiss:content:)")),
    Call("gesture", source: .view("gesture(_:including:)")),
    Call("getSize", does: [.measures], source: .convention("what apps call a modifier that reads a size")),
    Call("glassEffect", since: 26, source: .view("glasseffect(_:in:)")),
    Call("grayscale", source: .view("grayscale(_:)")),
    Call("handlesExternalEvents", .actions, since: 14, source: .view("handlesexternalevents(preferring:allowing:)")),
    Call("hidden", source: .view("hidden()")),
    Call("id", does: [.setsIdentity], source: .view("id(_:)")),
    Call("importsItemProviders", .actions, since: 15, source: .view("importsitemproviders(_:onimport:)")),
    Call(
      "inspector", content: .presented, does: [.writesBinding], since: 17,
      source: .view("inspector(ispresented:content:)")),
    Call("itemProvider", .actions, source: .view("itemprovider(_:)")),
    Call("listRowBackground", does: [.placesRows], source: .view("listrowbackground(_:)")),
    Call("listStyle", source: .view("liststyle(_:)")),
    Call("mask", content: .inline, source: .view("mask(alignment:_:)")),
    Call(
      "matchedGeometryEffect", does: [.measures, .sharesGeometry], since: 14,
      source: .view("matchedgeometryeffect(id:in:properties:anchor:issource:)")),
    Call("measureSize", does: [.measures], source: .convention("what apps call a modifier that reads a size")),
    Call("modelContainer", does: [.keepsObject], since: 17, source: .view("modelcontainer(_:)")),
    Call("modifier", does: [.appliesModifier], source: .view("modifier(_:)")),
    Call(
      "navigationDestination", content: .presented, does: [.writesBinding], since: 16,
      source: .view("navigationdestination(for:destination:)")),
    Call(
      "navigationSplitViewColumn", does: [.writesBinding], since: 16,
      source: .view("navigationsplitviewcolumnwidth(_:)")),
    Call("navigationTitle", does: [.isLaidOutApart], since: 14, source: .view("navigationtitle(_:)")),
    Call("offset", does: [.laysOut, .placesRows], source: .view("offset(x:y:)")),
    Call("onAppear", .actions, event: .appear, rate: .once, does: [.placesRows], source: .view("onappear(perform:)")),
    Call("onAppearOnce", .actions, source: .convention("what apps call an onAppear that runs the first time only")),
    Call("onCameraChange", .actions, source: .package("github.com/mapbox/mapbox-maps-ios")),
    Call("onChange", .actions, event: .change, since: 14, source: .view("onchange(of:initial:_:)")),
    Call("onCommand", .actions, event: .user, rate: .once, source: .view("oncommand(_:perform:)")),
    Call(
      "onContinueUserActivity", .actions, event: .user, rate: .once, since: 14,
      source: .view("oncontinueuseractivity(_:perform:)")),
    Call(
      "onContinuousHover", .actions, event: .pointer, rate: .perEvent, since: 16,
      source: .view("oncontinuoushover(coordinatespace:perform:)")),
    Call("onCopyCommand", .actions, event: .user, rate: .once, source: .view("oncopycommand(perform:)")),
    Call("onDelete", .actions, event: .user, rate: .once, source: .swiftUI("dynamicviewcontent/ondelete(perform:)")),
    Call("onDeleteCommand", .actions, event: .user, rate: .once, source: .view("ondeletecommand(perform:)")),
    Call("onDisappear", .actions, event: .disappear, rate: .once, source: .view("ondisappear(perform:)")),
    Call("onDrag", .actions, event: .user, rate: .once, source: .view("ondrag(_:preview:)")),
    Call("onDrop", .actions, event: .user, rate: .once, source: .view("ondrop(of:istargeted:perform:)")),
    Call("onExitCommand", .actions, event: .user, rate: .once, source: .view("onexitcommand(perform:)")),
    Call("onFirstAppear", .actions, source: .convention("what apps call an onAppear that runs the first time only")),
    Call("onFrameChanged", does: [.measures], source: .convention("what apps call a modifier that reads a frame")),
    Call(
      "onGeometryChange", .transformThenAction, event: .geometry, rate: .perEvent, does: [.measures, .runsOffMain],
      since: 16, source: .view("ongeometrychange(for:of:action:)")),
    Call("onHover", .actions, event: .user, rate: .paired, source: .view("onhover(perform:)")),
    Call(
      "onInAppPurchaseCompletion", .actions, event: .user, since: 17,
      source: .view("oninapppurchasecompletion(perform:)")),
    Call("onInAppPurchaseStart", .actions, event: .user, since: 17, source: .view("oninapppurchasestart(perform:)")),
    Call("onInsert", .actions, event: .user, rate: .once, source: .swiftUI("dynamicviewcontent/oninsert(of:perform:)")),
    Call("onKeyPress", .actions, event: .user, rate: .once, since: 17, source: .view("onkeypress(_:action:)")),
    Call(
      "onLongPressGesture", .actions, event: .user, rate: .once,
      source: .view("onlongpressgesture(minimumduration:maximumdistance:perform:onpressingchanged:)")),
    Call(
      "onMapCameraChange", .actions, event: .camera, rate: .perEvent, since: 17,
      source: .view("onmapcamerachange(frequency:_:)")),
    Call(
      "onModifierKeysChanged", .actions, event: .user, since: 18,
      source: .view("onmodifierkeyschanged(mask:initial:_:)")),
    Call("onMove", .actions, event: .user, rate: .once, source: .swiftUI("dynamicviewcontent/onmove(perform:)")),
    Call("onMoveCommand", .actions, event: .user, rate: .once, source: .view("onmovecommand(perform:)")),
    Call("onOpenURL", .actions, event: .user, rate: .once, since: 14, source: .view("onopenurl(perform:)")),
    Call("onPasteCommand", .actions, event: .user, rate: .once, source: .view("onpastecommand(of:perform:)")),
    Call(
      "onPencilDoubleTap", .actions, event: .user, rate: .once, since: 17, source: .view("onpencildoubletap(perform:)")),
    Call("onPencilSqueeze", .actions, event: .user, rate: .once, since: 17, source: .view("onpencilsqueeze(perform:)")),
    Call("onPlayPauseCommand", .actions, event: .user, rate: .once, source: .view("onplaypausecommand(perform:)")),
    Call(
      "onPreferenceChange", .actions, event: .preference, rate: .perEvent,
      source: .view("onpreferencechange(_:perform:)")),
    Call("onReceive", .actions, event: .publisher, rate: .stream, source: .view("onreceive(_:perform:)")),
    Call(
      "onScrollGeometryChange", .transformThenAction, event: .scrollGeometry, rate: .perEvent,
      since: 18, source: .view("onscrollgeometrychange(for:of:action:)")),
    Call("onScrollPhaseChange", .actions, since: 18, source: .view("onscrollphasechange(_:)")),
    Call(
      "onScrollTargetVisibilityChange", .actions, since: 18,
      source: .view("onscrolltargetvisibilitychange(idtype:threshold:_:)")),
    Call(
      "onScrollVisibilityChange", .actions, event: .user, rate: .paired, since: 18,
      source: .view("onscrollvisibilitychange(threshold:_:)")),
    Call("onSizeChange", does: [.measures], source: .convention("what apps call a modifier that reads a size")),
    Call("onSubmit", .actions, event: .user, rate: .once, since: 15, source: .view("onsubmit(of:_:)")),
    Call("onTapGesture", .actions, event: .user, rate: .once, source: .view("ontapgesture(count:perform:)")),
    Call("opacity", does: [.placesRows], source: .view("opacity(_:)")),
    Call("overlay", content: .beside, does: [.isLaidOutApart], source: .view("overlay(alignment:content:)")),
    Call("padding", does: [.laysOut, .placesRows], source: .view("padding(_:_:)")),
    Call(
      "pasteDestination", .actions, event: .user, since: 16, source: .view("pastedestination(for:action:validator:)")),
    Call(
      "photosPicker", .actions, event: .user, does: [.writesBinding], since: 16,
      source: .view("photospicker(ispresented:selection:matching:preferreditemencoding:)")),
    Call(
      "popover", content: .presented, does: [.writesBinding],
      source: .view("popover(ispresented:attachmentanchor:arrowedge:content:)")),
    Call("position", does: [.laysOut, .placesRows], source: .view("position(_:)")),
    Call("preference", does: [.setsPreference], source: .view("preference(key:value:)")),
    Call("presentationDetents", does: [.isLaidOutApart], since: 16, source: .view("presentationdetents(_:selection:)")),
    Call("quickLookPreview", does: [.writesBinding], since: 14, source: .view("quicklookpreview(_:)")),
    Call("readFrame", does: [.measures], source: .convention("what apps call a modifier that reads a frame")),
    Call("readHeight", does: [.measures], source: .convention("what apps call a modifier that reads a height")),
    Call("readSize", does: [.measures], source: .convention("what apps call a modifier that reads a size")),
    Call("redacted", since: 14, source: .view("redacted(reason:)")),
    Call("refreshable", .actions, event: .user, rate: .once, since: 15, source: .view("refreshable(action:)")),
    Call(
      "rotation3DEffect", does: [.placesRows], source: .view("rotation3deffect(_:axis:anchor:anchorz:perspective:)")),
    Call("rotationEffect", does: [.placesRows], source: .view("rotationeffect(_:anchor:)")),
    Call("safeAreaInset", content: .beside, since: 15, source: .view("safeareainset(edge:alignment:spacing:content:)")),
    Call("safeAreaPadding", does: [.laysOut], since: 17, source: .view("safeareapadding(_:)")),
    Call("saturation", source: .view("saturation(_:)")),
    Call("scaleEffect", does: [.placesRows], source: .view("scaleeffect(_:anchor:)")),
    Call("scrollPosition", does: [.writesBinding], since: 17, source: .view("scrollposition(id:anchor:)")),
    Call(
      "searchable", does: [.writesBinding, .writesTyped], since: 15, source: .view("searchable(text:placement:prompt:)")
    ),
    Call("sensoryFeedback", .actions, since: 17, source: .view("sensoryfeedback(_:trigger:)")),
    Call("shadow", source: .view("shadow(color:radius:x:y:)")),
    Call("sheet", content: .presented, does: [.writesBinding], source: .view("sheet(ispresented:ondismiss:content:)")),
    Call("storeProductTask", .actions, since: 18, source: .view("storeproducttask(for:priority:action:)")),
    Call("storeProductsTask", .actions, since: 18, source: .view("storeproductstask(for:priority:action:)")),
    Call("subscriptionStatusTask", .actions, since: 17, source: .view("subscriptionstatustask(for:priority:action:)")),
    Call(
      "swipeActions", event: .user, rate: .once, since: 15, source: .view("swipeactions(edge:allowsfullswipe:content:)")
    ),
    Call("tabItem", content: .beside, does: [.isLaidOutApart], source: .view("tabitem(_:)")),
    Call(
      "task", .actions, event: .task, does: [.placesRows], since: 15,
      source: .view("task(id:name:executorpreference:priority:file:line:_:)")),
    Call("tint", since: 15, source: .view("tint(_:)")),
    Call(
      "toolbar", content: .beside, does: [.isLaidOutApart, .writesBinding], since: 14,
      source: .view("toolbar(content:)")),
    Call("transformEnvironment", does: [.transformsEnvironment], source: .view("transformenvironment(_:transform:)")),
    Call("transition", does: [.placesRows], source: .view("transition(_:)")),
    Call(
      "translationPresentation", does: [.writesBinding], since: 17,
      source: .view("translationpresentation(ispresented:text:attachmentanchor:arrowedge:replacementaction:)")),
    Call("translationTask", .actions, since: 18, source: .view("translationtask(_:action:)")),
    Call("userActivity", .actions, since: 14, source: .view("useractivity(_:isactive:_:)")),
    Call("visualEffect", does: [.runsOffMain], since: 17, source: .view("visualeffect(_:)")),
    Call("zIndex", does: [.placesRows], source: .view("zindex(_:)")),
  ])

  package static let laysOut = table.names(where: { $0.effects.contains(.laysOut) })
  package static let placesRows = table.names(where: { $0.effects.contains(.placesRows) })
  package static let writesTyped = table.names(where: { $0.effects.contains(.writesTyped) })
  package static let measures = table.names(where: { $0.effects.contains(.measures) })
  package static let writesBinding = table.names(where: { $0.effects.contains(.writesBinding) })
  package static let setsIdentity = table.names(where: { $0.effects.contains(.setsIdentity) })
  package static let setsPreference = table.names(where: { $0.effects.contains(.setsPreference) })
  package static let runsOffMain = table.names(where: { $0.effects.contains(.runsOffMain) })
  package static let appliesModifier = table.names(where: { $0.effects.contains(.appliesModifier) })
  package static let asksEquality = table.names(where: { $0.effects.contains(.asksEquality) })
  package static let animatesValue = table.names(where: { $0.effects.contains(.animatesValue) })
  package static let sharesGeometry = table.names(where: { $0.effects.contains(.sharesGeometry) })
  package static let keepsObject = table.names(where: { $0.effects.contains(.keepsObject) })
  package static let handsOutObject = table.names(where: { $0.effects.contains(.handsOutObject) })
  package static let setsEnvironment = table.names(where: { $0.effects.contains(.setsEnvironment) })
  package static let transformsEnvironment = table.names(where: { $0.effects.contains(.transformsEnvironment) })

  /// The modifier that runs work for as long as the view is there.
  package static let startsWork = "task"

  /// Those that build what they are given when it is shown, not with the view around.
  package static let presents = table.names(where: { $0.content == .presented })
  /// Those whose content covers what they are applied to.
  package static let covers = presents.subtracting(["inspector"])
  /// Those whose content belongs to a menu or a dialog.
  package static let makesMenus = table.names(where: { $0.content == .menu })
  /// Those whose content is part of what the body builds.
  package static let buildsContent = table.names(where: { $0.content == .inline || $0.content == .beside })
  /// Those whose content is laid out on its own terms, whatever scrolls around.
  package static let ownsContent = table.names(where: { $0.content != nil && $0.content != .inline })
  /// Those that put something before or behind a view, made of what is known of views in it.
  package static let resolvesPreferences: Set<String> = ["backgroundPreferenceValue", "overlayPreferenceValue"]
  /// Those that hand the bounds of a view to those above.
  package static let setsAnchor: Set<String> = ["anchorPreference", "transformAnchorPreference"]
  /// Those that do not change the size of the view they are applied to.
  package static let isLaidOutApart = table.names(where: {
    $0.effects.contains(.isLaidOutApart) || $0.content == .presented
  })
}
