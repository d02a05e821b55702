internal import TraceImport

extension RedrawSummary {
  /// Sums up a profile, inferring triggers over all of its runs.
  ///
  /// A profile that nobody else holds goes as soon as it is counted, before the lists are made.
  package init(_ profile: consuming TraceProfile) {
    let resolver = UpdateResolver(copy profile)
    self.init(profile, resolver: resolver) { _ in }
  }

  /// Sums up a profile with triggers as `resolver` finds them.
  ///
  /// - Parameters:
  ///   - resolver: One that learned from the same profile.
  ///   - onUpdate: Gets what was found for each update, in the order of runs, parts and updates, for those who need it too.
  package init(
    _ profile: consuming TraceProfile, resolver: consuming UpdateResolver,
    onUpdate: (_ evaluations: [UpdateResolver.Evaluation]) -> Void
  ) {
    var builder = SummaryBuilder(profile, resolver)
    self = builder.build(onUpdate)
  }
}
