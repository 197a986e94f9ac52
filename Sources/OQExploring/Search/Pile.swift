/// Values one after the other that many scenes ask for.
///
/// They are reached by a pointer, without a check that nobody else changes them meanwhile: only
/// their owner appends, and never while somebody else reads. The owner gives the memory back.
struct Pile<Element: BitwiseCopyable>: BitwiseCopyable {
  private struct Head: BitwiseCopyable {
    var items: UnsafeMutablePointer<Element>
    var count = 0
    var capacity = 64
  }

  private let head: UnsafeMutablePointer<Head>

  init() {
    head = .allocate(capacity: 1)
    head.initialize(to: Head(items: .allocate(capacity: 64)))
  }

  func deallocate() {
    head.pointee.items.deallocate()
    head.deallocate()
  }

  var count: Int { head.pointee.count }
  var items: UnsafeMutablePointer<Element> { head.pointee.items }

  subscript(place: Int) -> Element {
    get { head.pointee.items[place] }
    nonmutating set { head.pointee.items[place] = newValue }
  }

  func append(_ element: Element) {
    let (count, capacity) = (head.pointee.count, head.pointee.capacity)
    if count == capacity {
      let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
      grown.initialize(from: head.pointee.items, count: count)
      head.pointee.items.deallocate()
      head.pointee.items = grown
      head.pointee.capacity = capacity * 2
    }
    (head.pointee.items + count).initialize(to: element)
    head.pointee.count = count + 1
  }

  func clear() { head.pointee.count = 0 }
}
