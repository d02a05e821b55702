/// Something to read, as lists show it.
package struct Resource: Sendable, Hashable {
  package var uri: String
  package var name: String
  package var title: String
  package var description: String
  package var mediaType: String

  package init(uri: String, name: String, title: String, description: String, mediaType: String) {
    self.uri = uri
    self.name = name
    self.title = title
    self.description = description
    self.mediaType = mediaType
  }

  private var members: [String: JSONValue] {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "mimeType": .string(mediaType),
    ]
  }

  var json: JSONValue { .object(members.merging(["uri": .string(uri)]) { $1 }) }

  /// For a template, whose `uri` has names in braces.
  var template: JSONValue { .object(members.merging(["uriTemplate": .string(uri)]) { $1 }) }

  /// As part of a result.
  var link: JSONValue { .object(members.merging(["uri": .string(uri), "type": "resource_link"]) { $1 }) }
}

/// Everything that there is to read.
package struct Library: Sendable {
  /// What can be read now.
  package var list: @Sendable () -> [Resource]
  /// Families of resources, with names in braces.
  package var templates: [Resource]
  /// The text behind an address; `nil` for none.
  package var read: @Sendable (_ uri: String) -> (mediaType: String, text: String)?

  package init(
    list: @escaping @Sendable () -> [Resource], templates: [Resource],
    read: @escaping @Sendable (_ uri: String) -> (mediaType: String, text: String)?
  ) {
    self.list = list
    self.templates = templates
    self.read = read
  }
}
