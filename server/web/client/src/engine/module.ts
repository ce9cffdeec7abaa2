import engineUrl from 'engine.wasm?url';

/** The exports of `engine/wasm/module.hpp`; handles are addresses in its memory. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  scratch(): number;
  lattice_create(dimensions: number): number;
  point_name(lattice: number, point: number): number;
  point_neighbours(lattice: number, point: number): number;
  opening_create(lattice: number, seats: number, toMove: number): number;
  opening_of_setup(number: number): number;
  setup_id(number: number): number;
  opening_read(opening: number): number;
  opening_lattice(opening: number): number;
  position_create(opening: number): number;
  position_arranged(opening: number, toMove: number): number;
  position_free(position: number): void;
  position_play(position: number, point: number): number;
  position_leave(position: number, seat: number): number;
  position_preview(position: number, point: number): number;
  position_legality(position: number, seat: number, point: number): number;
  position_to_move(position: number): number;
  position_read(position: number): void;
  position_legal_count(position: number, seat: number): number;
  position_legal(position: number, seat: number): number;
  position_hash(position: number): bigint;
}

/** The running module. Alone knows its memory. */
export class Module {
  readonly exports: Exports;
  private readonly scratchAt: number;
  private memory: Uint16Array;

  private constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as Exports & WebAssembly.Exports;
    this.exports.__wasm_call_ctors();
    this.scratchAt = this.exports.scratch() / 2;
    this.memory = new Uint16Array(this.exports.memory.buffer);
  }

  /** Starts a module from its bytes. */
  static async from(bytes: BufferSource): Promise<Module> {
    return new Module((await WebAssembly.instantiate(bytes)).instance);
  }

  /** Starts the module of this page. Throws: what `fetch` does. */
  static async fetched(): Promise<Module> {
    const answer = await fetch(engineUrl);
    if (!answer.ok) throw new Error(`${engineUrl}: ${answer.status}`);
    return Module.from(await answer.arrayBuffer());
  }

  /** The scratch area; what is read from it holds until the next call into the module. */
  get scratch(): Uint16Array {
    return this.words(this.scratchAt * 2, 0).subarray(this.scratchAt);
  }

  /** `count` words from an address; all of the memory for a count of 0. */
  words(address: number, count: number): Uint16Array {
    // A memory that has grown is another buffer.
    if (this.memory.length === 0) this.memory = new Uint16Array(this.exports.memory.buffer);
    return count === 0 ? this.memory : this.memory.subarray(address / 2, address / 2 + count);
  }

  /** The text of that length in the scratch area. */
  text(length: number): string {
    return String.fromCharCode(...this.scratch.subarray(0, length));
  }
}
