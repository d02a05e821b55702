internal import SourceAnalysis

/// What the sources say of all views together, worked out once.
struct DeclaredFacts: Sendable {
  let graph: SourceGraph
  let structWrites: StructWrites
  let models: HeldModels

  init(_ graph: SourceGraph) {
    self.graph = graph
    structWrites = StructWrites(graph)
    models = HeldModels(graph)
  }
}
