internal import TraceAnalysis
internal import TraceImport
package struct RenderingOptions: Sendable { 
  package var width: Int?; package var usesColor: Bool; package var isVerbose: Bool; package var isQuiet: Bool
  package init(width: Int?, usesColor: Bool, isVerbose: Bool, isQuiet: Bool) { self.width = width; self.usesColor = usesColor; self.isVerbose = isVerbose; self.isQuiet = isQuiet } }
package struct Renderer: Sendable { package var id: String; package var title: String; package var render: @Sendable (RedrawReport, RenderingOptions) -> String }
package let allRenderers: [Renderer] = [Renderer(id: "terminal", title: "t") { r, _ in
  var s = ""
  for i in r.inputs { s += "\(i.path) \(i.format ?? "nil") gz=\(i.isGzip) bytes=\(i.bytes)/\(i.uncompressedBytes) lines=\(i.lines) events=\(i.events)\n"; for x in i.issues { s += "   \(x.severity) \(x.message) line=\(x.line ?? 0) n=\(x.count)\n" } }
  let t = r.summary.totals
  s += "TOTAL ev=\(t.evaluations) init=\(t.initial) upd=\(t.updates) recr=\(t.recreated) unch=\(t.unchanged) views=\(t.views) overflow=\(r.summary.withoutUpdate)\n"
  for v in r.listedViews { s += "  \(v.id.name) [\(v.id.scenario ?? "-")] ev=\(v.evaluations) init=\(v.initial) upd=\(v.updates) runs=\(v.runs) causes=\(v.causes.map { "\($0.cause.text):\($0.evaluations)" }) trig=\(v.triggers.map { "\($0.view):\($0.evaluations)" }) roots=\(v.rootCauses.map { "\($0.view)/\($0.cause.text):\($0.evaluations)" })\n" }
  for c in r.listedRootCauses { s += "  ROOT \(c.view) \(c.cause.text) n=\(c.changes) radius=\(c.blastRadius)\n" }
  for f in r.listedFindings { s += "  FINDING \(f.severity) \(f.rule) \(f.message)\n" }
  for p in r.summary.parts { s += "  PART \(p.process) \(p.scenario ?? "-") ev=\(p.evaluations) peaks=\(p.peakPerSecond),\(p.peakPerFrame) ns=\(p.nanoseconds ?? -1)\n" }
  return s
}]
