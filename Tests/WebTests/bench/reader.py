"""The view of a screen reader: Chromium's accessibility tree of a window."""

NAMED = {"button", "link", "textbox", "radio", "checkbox", "switch", "tab", "image", "img", "Video", "Audio", "dialog",
         "alertdialog", "navigation", "group"}


class Node:
    def __init__(self, raw):
        self.role, self.name = raw["role"]["value"], raw.get("name", {}).get("value", "").strip()
        self.properties = {one["name"]: one["value"].get("value") for one in raw.get("properties", [])}
        self.element, self.children = raw.get("backendDOMNodeId"), []

    @property
    def text(self):
        """All text inside, as it is read."""
        if self.role == "StaticText":
            return self.name
        return " ".join(part for part in (child.text for child in self.children) if part)

    def all(self):
        yield self
        for child in self.children:
            yield from child.all()


class Reader:
    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")

    def read(self):
        """Returns the root of the exposed tree; ignored nodes are left out, but not their children."""
        raw = {one["nodeId"]: one for one in self.session.send("Accessibility.getFullAXTree")["nodes"]}

        def told(identifier):
            one = raw.get(identifier)
            if one is None:
                return []
            children = [node for child in one.get("childIds", []) for node in told(child)]
            if one.get("ignored") or "role" not in one:
                return children
            node = Node(one)
            node.children = children
            return [node]
        return told(next(iter(raw)))[0]


def complaints(root):
    """Returns the accessibility problems of a screen, in words."""
    nodes = list(root.all())
    found = [f"a {node.role} has no name" for node in nodes if node.role in NAMED and not node.name]
    if not root.name:
        found.append("the window has no title")
    dialogs = [node for node in nodes if node.role in ("dialog", "alertdialog")]
    if dialogs:
        # A modal dialog is all there is; its title stands for that of the page.
        headings = [node for node in dialogs[0].all() if node.role == "heading"]
        if len(dialogs) != 1 or len(headings) != 1:
            found.append(f"{len(dialogs)} dialogs with {len(headings)} headings")
        return found
    titles = [node.name for node in nodes if node.role == "heading" and node.properties.get("level") == 1]
    if len(titles) != 1 or not titles[0]:
        found.append(f"the first headings are {titles}")
    mains = [node for node in nodes if node.role == "main"]
    if len(mains) != 1:
        found.append(f"there are {len(mains)} main parts")
    return found
