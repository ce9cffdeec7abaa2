/** A tree of variations while one is in it: where one looks, what is kept, what can be undone. */
import type { Step } from '../../board/types';
import type { Board } from '../../engine/board';
import type { Point, Seat } from '../../engine/types';
import {
  emptyStudy,
  isBelow,
  merge,
  moved,
  parentOf,
  pathOf,
  pathTo,
  reverted,
  Tree,
  turnsOfPath,
  withBranch,
  without,
  withWords,
  type Lost,
  type Path,
  type Stamp,
  type Study,
  type Words,
} from '../../game/study';
import { fits, listOf, studyOf } from '../../game/study_text';
import type { Look } from '../../game/types';
import { deviceName, keep, kept, synced, treeOf } from './keeping';
import { Rules } from './rules';

/** The thing that is explored. */
export interface Subject {
  readonly board: Board;
  /** The name under which its tree is kept. */
  readonly key: string;
  /** The number of a game that a member explores: the server keeps the tree, too. */
  readonly synced: number | undefined;
  /** The turns of the game so far; changes as it goes on. */
  readonly played: () => readonly string[];
  /** The turns that were shown before. */
  readonly start: readonly string[];
}

const save_ms = 1_000;
const undo_max = 100;

export class Exploring {
  study = $state.raw<Study>(emptyStudy);
  at = $state.raw<Path>('');
  isReady = $state(false);
  /** A tree of somebody else, from a link: nothing in it can be changed. */
  isCopy = $state(false);
  /** Whether only this page keeps the tree. */
  isFleeting = $state(false);
  /** Whether a branch did not fit any more. */
  isFull = $state(false);
  isUnsaved = $state(false);
  lost = $state.raw<readonly Lost[]>([]);
  private past = $state.raw<readonly { study: Study; at: Path }[]>([]);

  readonly rules: Rules;
  readonly tree = $derived(new Tree(this.study));
  readonly played = $derived.by(() => pathOf(this.subject.played()));
  readonly look = $derived.by<Look>(() => this.rules.look(this.at) ?? this.rules.look('')!);
  /** The turns that lead here, and those that go on from here. */
  readonly line = $derived.by<Path>(() => {
    let path = this.at;
    for (let next = this.next(path)[0]; next !== undefined; next = this.next(path)[0]) path = next;
    return path;
  });
  readonly canUndo = $derived.by(() => this.past.length > 0 && !this.isCopy);

  private readonly device = deviceName();
  private base: Study = emptyStudy;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private isLeaving = false;

  constructor(private readonly subject: Subject) {
    this.rules = new Rules(subject.board);
  }

  /** Takes up what is kept, or what the address holds. */
  async open(hash: string): Promise<void> {
    const start = pathOf(this.subject.start);
    const copy = await treeOf(hash);
    if (copy) {
      this.isCopy = true;
      this.study = this.rules.checked(copy.study);
      this.at = this.rules.isAllowed(copy.at) ? copy.at : start;
    } else {
      const own = await kept(this.subject.key);
      this.study = this.rules.checked(studyOf(own?.branches) ?? emptyStudy);
      this.base = studyOf(own?.base) ?? emptyStudy;
      const at = start === this.played ? (own?.at ?? start) : start;
      this.at = this.rules.isAllowed(at) ? at : start;
    }
    this.isReady = true;
    if (!copy) await this.save();
  }

  /** Saves what is not saved yet. */
  close(): void {
    if (this.timer !== undefined) void this.sync();
    this.isClosed = true;
    clearTimeout(this.timer);
    this.rules.free();
  }

  /** The turns that can be shown after a path: what was played first, unless it was moved. */
  next(path: Path): readonly Path[] {
    const known = this.tree.after(path);
    const played = this.playedAfter(path);
    return played === undefined || known.includes(played) ? known : [played, ...known];
  }

  isPlayed(path: Path): boolean {
    return isBelow(this.played, path);
  }

  private playedAfter(path: Path): Path | undefined {
    if (path === this.played || !isBelow(this.played, path)) return undefined;
    const turn = turnsOfPath(this.played)[turnsOfPath(path).length];
    return turn === undefined ? undefined : pathTo(path, turn);
  }

  goTo(path: Path): void {
    if (!this.rules.isAllowed(path)) return;
    this.at = path;
    this.keepHere();
  }

  step(to: Step): void {
    const path = {
      first: '',
      back: parentOf(this.at),
      on: this.next(this.at)[0] ?? this.at,
      last: this.line,
      present: this.line,
    }[to];
    this.goTo(path);
  }

  /** To the sibling before or after. */
  toSibling(by: -1 | 1): void {
    const all = this.next(parentOf(this.at));
    const path = this.at === '' ? undefined : all[all.indexOf(this.at) + by];
    if (path !== undefined) this.goTo(path);
  }

  /** To the nearest turn of the line, before or after this one, that removes roots. */
  toRemoval(by: -1 | 1): void {
    const turns = turnsOfPath(this.line);
    const here = turnsOfPath(this.at).length;
    const removals = this.rules
      .entries(turns)
      .flatMap(({ lifted }, index) => (lifted > 0 ? [index + 1] : []));
    const wanted =
      by > 0 ? removals.find((turn) => turn > here) : removals.filter((turn) => turn < here).at(-1);
    if (wanted !== undefined) this.goTo(turns.slice(0, wanted).join(' '));
  }

  place(point: Point): void {
    this.play(this.look.geometry.name(point));
  }

  leave(seat: Seat, name: string): void {
    if (!this.look.out.includes(seat)) this.play(`leave:${name}`);
  }

  /** Goes on by a turn, along a branch that is there or a new one. */
  private play(turn: string): void {
    const path = pathTo(this.at, turn);
    if (!this.rules.isAllowed(path)) return;
    const isThere = this.isPlayed(path) || this.tree.after(this.at).includes(path);
    if (isThere) this.goTo(path);
    else if (!this.isCopy) this.change((study, stamp) => withBranch(study, path, stamp), path);
  }

  say(path: Path, words: Partial<Words>): void {
    this.change((study, stamp) => withWords(study, path, words, stamp));
  }

  move(path: Path, by: -1 | 1): void {
    this.change((study, stamp) => moved(study, path, by, stamp));
  }

  remove(path: Path): void {
    const at = isBelow(this.at, path) ? parentOf(path) : this.at;
    this.change((study, stamp) => without(study, path, stamp), at);
  }

  /** Gives a branch the words that another device's change replaced. */
  restore({ path, branch }: Lost): void {
    const { name, comment, reply } = branch;
    this.lost = this.lost.filter((one) => one.path !== path);
    this.say(path, { name, comment, reply });
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.study = reverted(this.study, last.study, this.stamp());
    this.at = last.at;
    void this.save();
  }

  /** Takes the tree of a link to one's own. */
  async adopt(): Promise<void> {
    const own = await kept(this.subject.key);
    const mine = studyOf(own?.branches) ?? emptyStudy;
    this.base = studyOf(own?.base) ?? emptyStudy;
    const { study, lost } = merge(mine, this.study, this.base);
    this.study = study;
    this.lost = lost;
    this.isCopy = false;
    await this.save();
  }

  /** Changes the tree, unless there is no room for it or it is a copy. */
  change(act: (study: Study, stamp: Stamp) => Study, at: Path = this.at): void {
    if (this.isCopy) return;
    const study = act(this.study, this.stamp());
    if (study === this.study) return;
    this.isFull = study.size > this.study.size && !fits(listOf(study));
    if (this.isFull) return;
    this.past = [...this.past, { study: this.study, at: this.at }].slice(-undo_max);
    this.study = study;
    this.at = at;
    void this.save();
  }

  private stamp(): Stamp {
    return { at: Date.now(), by: this.device };
  }

  private async save(): Promise<void> {
    this.keepHere();
    if (this.subject.synced === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sync(), save_ms);
  }

  /** Forgets where one looks: one goes back to the game. */
  leaveHere(): void {
    this.isLeaving = true;
    this.keepHere();
  }

  private keepHere(): void {
    if (this.isCopy) return;
    const { study, base } = this;
    const at = this.isLeaving ? undefined : this.at;
    void keep(this.subject.key, { branches: listOf(study), at, base: listOf(base) }).then(
      (isKept) => (this.isFleeting = !isKept),
    );
  }

  private async sync(): Promise<void> {
    this.timer = undefined;
    const game = this.subject.synced;
    if (game === undefined || this.isCopy) return;
    const result = await synced(game, this.study, this.base);
    this.isUnsaved = !result.ok;
    if (!result.ok) {
      if (result.isPassing && !this.isClosed)
        this.timer = setTimeout(() => void this.sync(), 5_000);
      return;
    }
    this.base = result.study;
    // Changes made meanwhile are newer than what was sent.
    const { study } = merge(
      this.study,
      this.isClosed ? result.study : this.rules.checked(result.study),
    );
    this.study = study;
    this.lost = [...this.lost, ...result.lost];
    this.keepHere();
  }
}
