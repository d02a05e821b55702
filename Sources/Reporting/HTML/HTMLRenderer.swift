/// Renders a report as one HTML file that asks for nothing else: no network, no fonts, no images.
///
/// All of it is there without scripts but for single updates; the scripts in `Assets/` add sorting, filters, zooming and pages. Only they run, since
/// the content security policy names their digest, and nothing is loaded, since it allows no source.
enum HTMLRenderer {
  /// What a file may weigh, whatever the trace.
  static let mostBytes = 5_000_000

  static func render(_ report: RedrawReport, _ options: RenderingOptions) -> String {
    var limits = HTMLContext.Limits()
    while true {
      let html = page(HTMLContext(report, options, limits))
      if html.bytes.count <= mostBytes || limits.rows == 0 { return html.text }
      limits.halve()
    }
  }

  private static let scripts = [
    PackageResources.theme_js, PackageResources.tables_js, PackageResources.timeline_js, PackageResources.graph_js,
    PackageResources.findings_js, PackageResources.few_js,
    PackageResources.pages_js, PackageResources.copy_js, PackageResources.editor_js, PackageResources.keys_js,
    PackageResources.address_js,
  ]

  /// Every script in a scope of its own, all of them in one element with one digest.
  private static let script: [UInt8] =
    Array("\"use strict\";\n".utf8)
    + scripts.flatMap { Array("{\n".utf8) + $0 + Array("}\n".utf8) }

  /// Allows our own style and the scripts named, and nothing else.
  private static func policy(_ scripts: [[UInt8]]) -> String {
    let allowed = scripts.map { "'sha256-\(SHA256.base64($0))'" }.joined(separator: " ")
    return "default-src 'none'; style-src 'sha256-\(SHA256.base64(PackageResources.report_css))'; "
      + "script-src \(allowed.isEmpty ? "'none'" : allowed); base-uri 'none'; form-action 'none'"
  }

  /// Of every report; a digest of it is work.
  private static let reportPolicy = policy([script, early])

  /// A page that needs no script.
  static func document(title: String, version: String, body: HTML) -> HTML {
    head(title: title, version: version, policy: policy([])) + "</head>\n<body>\n" + body + footer(version)
      + "</body>\n</html>\n"
  }

  private static func head(title: String, version: String, policy: String) -> HTML {
    var html: HTML = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    html += "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n"
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    html +=
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"WhyRedraw \(version)\">\n"
    html += "<title>\(DisplayWidth.cut(Escaping.visible(title), to: 120))</title>\n"
    return html + "<style>" + HTML(asset: PackageResources.report_css) + "</style>\n"
  }

  private static func footer(_ version: String) -> HTML {
    "<footer><p>WhyRedraw \(version). This file loads nothing and sends nothing.</p></footer>\n"
  }

  /// Before anything is painted: that there is a script, and the theme that was chosen last time.
  private static let early = PackageResources.early_js

  private static func page(_ context: HTMLContext) -> HTML {
    let version = context.report.toolVersion
    var html = head(title: "Redraws: \(Wording.verdict(context.report))", version: version, policy: reportPolicy)
    html += "<script>" + HTML(asset: early) + "</script>\n</head>\n<body>\n"
    html += "<a class=\"skip\" href=\"#overview\">Skip to the report</a>\n"
    var content = HTMLOverview(context: context).render()
    let timeline = HTMLTimeline(context: context).render()
    let causes = HTMLCauses(context: context).render()
    content += timeline + HTMLViewTable(context: context).render() + causes
    content += HTMLFindings(context: context).render() + HTMLTrust(context: context).render()
    content += HTMLWords.render()
    html += bar(hasTimeline: !timeline.bytes.isEmpty, hasCauses: !causes.bytes.isEmpty)
    html +=
      "<main>\n<div id=\"report\">\n" + content + "</div>\n" + HTMLViewPages(context: context).render() + "</main>\n"
    html += footer(version)
    html += help() + "<script>" + HTML(asset: script) + "</script>\n</body>\n</html>\n"
    return html
  }

  private static func bar(hasTimeline: Bool, hasCauses: Bool) -> HTML {
    var html: HTML =
      "<header class=\"top\"><a class=\"brand\" href=\"#overview\">WhyRedraw</a>\n<nav aria-label=\"Sections\"><ul>"
    html += hasTimeline ? "<li><a href=\"#timeline\">Timeline</a></li>" : ""
    html += "<li><a href=\"#views\">Views</a></li>"
    html += hasCauses ? "<li><a href=\"#causes\">Causes</a></li>" : ""
    html += "<li><a href=\"#findings\">Findings</a></li><li><a href=\"#inputs\">Inputs</a></li></ul></nav>\n"
    html +=
      "<span class=\"tools needs-script\"><button type=\"button\" id=\"theme\" aria-label=\"Theme: automatic\">Auto</button>"
    html +=
      "<button type=\"button\" id=\"help-button\" aria-label=\"Keys and settings\" aria-haspopup=\"dialog\">?</button></span></header>\n"
    return html
  }

  private static func help() -> HTML {
    """
    <dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys and settings</h2>
    <table class="plain keys"><tbody>
    <tr><th scope="row"><kbd>?</kbd></th><td>this help</td></tr>
    <tr><th scope="row"><kbd>/</kbd></th><td>filter views by name</td></tr>
    <tr><th scope="row"><kbd>j</kbd> <kbd>k</kbd></th><td>next and previous view in the table, or page</td></tr>
    <tr><th scope="row"><kbd>Enter</kbd></th><td>open the view</td></tr>
    <tr><th scope="row"><kbd>b</kbd></th><td>back to all views</td></tr>
    <tr><th scope="row"><kbd>1</kbd>–<kbd>5</kbd></th><td>go to a section</td></tr>
    <tr><th scope="row"><kbd>t</kbd></th><td>theme: automatic, light, dark</td></tr>
    <tr><th scope="row"><kbd>Esc</kbd></th><td>close this, clear the filter, show the whole run</td></tr>
    </tbody></table>
    <h3>Open places in an editor</h3>
    <p><label>Editor <select id="editor"><option value="">none</option><option value="xcode">Xcode</option><option value="vscode">VS Code</option><option value="custom">other</option></select></label></p>
    <p><label>Folder of the project, absolute <input type="text" id="editor-root" autocomplete="off" spellcheck="false" placeholder="/Users/me/App"></label></p>
    <p><label>Address, with {path}, {line}, {column} <input type="text" id="editor-template" autocomplete="off" spellcheck="false" placeholder="editor://open?file={path}&amp;line={line}"></label></p>
    <p><button type="button" id="help-close">Close</button></p>
    </dialog>

    """
  }
}

extension OutputFormat {
  package static let html = OutputFormat(
    "html", "one page to open in a browser, with timeline and cause graph", fileExtensions: ["htm"],
    mostMoments: HTMLContext.Limits().moments
  )
  .report { HTMLRenderer.render($0, $1) }
  .comparison { ComparisonText.html($0, $1) }
  .verdict { GateHTML.render($0, $1) }
}
