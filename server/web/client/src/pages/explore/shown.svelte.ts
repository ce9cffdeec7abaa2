/** Variations in the place of a page's board, as its address says; their part comes when wanted. */
export class Shown<Part> {
  isOn = $derived.by(() => {
    // A page that shows another game has another address, and no news of it.
    void this.page();
    return location.hash.startsWith('#explore');
  });
  part = $state.raw<Part>();
  hasFailed = $state(false);

  /** To be made with a component. `page` changes when it shows something else. */
  constructor(
    private readonly page: () => unknown,
    load: () => Promise<Part>,
  ) {
    $effect(() => {
      if (!this.isOn) return;
      this.hasFailed = false;
      load().then(
        (part) => (this.part = part),
        () => (this.hasFailed = true),
      );
    });
  }

  /** To be called when the address has another hash. */
  follow(): void {
    this.isOn = location.hash.startsWith('#explore');
  }

  end(): void {
    this.isOn = false;
  }
}
