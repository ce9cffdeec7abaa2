/** A tree of variations while one is in it: where one looks, what is kept, what can be undone. */
import type { Problem } from '../../api/problem';
import type { Step } from '../../board/types';
import type { Board } from '../../engine/board';
import type { Point, Seat } from '../../engine/types';
import {
  changeOf,
  emptyStudy,
  isBelow,
  merge,
  moved,
  parentOf,
  pathOf,
  pathTo,
  Tree,
  turnsOfPath,
  undone,
  withAdded,
  withBranch,
  without,
  withWords,
  type Change,
  type Lost,
  type Path,
  type Stamp,
  type Study,
  type Words,
} from '../../game/study';
import { bytesOf, fits, listOf, plainLine, plainText } from '../../game/study_text';
import type { Look } from '../../game/types';
import { deviceName, joined, keep, kept, synced, treeOf, type Own } from './keeping';
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
  /** Whether a tree was found that can't be read: nothing is saved over it. */
  isUnread = $state(false);
  isUnsaved = $state(false);
  /** The server's reason not to take the tree. */
  problem = $state.raw<Problem>();
  lost = $state.raw<readonly Lost[]>([]);
  private past = $state.raw<readonly { change: Change; at: Path }[]>([]);

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
      this.isUnread = own === undefined;
      this.study = this.rules.checked(own?.study ?? emptyStudy);
      this.base = own?.base ?? emptyStudy;
      const at = start === this.played ? (own?.at ?? start) : start;
      this.at = this.rules.isAllowed(at) ? at : start;
    }
    this.isReady = true;
    if (!copy) this.save();
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
    void this.keepHere();
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

  say(path: Path, { name, comment, ...others }: Partial<Words>): void {
    const words = {
      ...others,
      ...(name === undefined ? {} : { name: plainLine(name).trim() }),
      ...(comment === undefined ? {} : { comment: plainText(comment).trim() }),
    };
    this.change((study, stamp) => withWords(study, path, words, stamp));
  }

  move(path: Path, by: -1 | 1): void {
    this.change((study, stamp) => moved(study, path, by, stamp));
  }

  remove(path: Path): void {
    const at = isBelow(this.at, path) ? parentOf(path) : this.at;
    this.change((study, stamp) => without(study, path, stamp), at);
  }

  /** Does again what another device's change replaced. */
  restore(one: Lost): void {
    const { name, comment, reply, isGone } = one.branch;
    this.dismiss(one);
    if (isGone) this.remove(one.path);
    else this.say(one.path, { name, comment, reply });
  }

  dismiss({ path }: Lost): void {
    this.lost = this.lost.filter((one) => one.path !== path);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.study = undone(this.study, last.change, this.stamp());
    this.at = last.at;
    this.save();
  }

  /** Adds what a link has and one's own tree lacks; false if that is full or can't be read. */
  async adopt(): Promise<boolean> {
    const own = await this.latest();
    const link = this.study;
    const stamp = this.stamp();
    const added = (there: Own): Own => {
      const { study, base } = own ? joined(own, there) : there;
      return { study: withAdded(study, link, stamp), at: this.at, base };
    };
    const made = own && (await keep(this.subject.key, added));
    this.isUnread = made === undefined || made.fate === 'unread';
    this.isFull = made?.fate === 'full';
    if (!made?.study) return false;
    this.study = this.rules.checked(made.study);
    this.base = own?.base ?? emptyStudy;
    this.isCopy = false;
    this.save();
    return true;
  }

  /** One's own tree, with what other devices made of it; nothing if it can't be read. */
  private async latest(): Promise<Own | undefined> {
    const own = await kept(this.subject.key);
    if (!own || this.subject.synced === undefined) return own;
    const result = await synced(this.subject.synced, own.study, own.base);
    if (result.fate === 'unread') return undefined;
    if (result.fate !== 'done') return own;
    this.tell(result.lost);
    return { ...own, study: result.study, base: result.study };
  }

  /** Changes the tree, unless there is no room for it or it is a copy. */
  change(act: (study: Study, stamp: Stamp) => Study, at: Path = this.at): void {
    if (this.isCopy) return;
    const study = act(this.study, this.stamp());
    if (study === this.study) return;
    const list = listOf(study);
    this.isFull = !fits(list) && bytesOf(list) >= bytesOf(listOf(this.study));
    if (this.isFull) return;
    const change = changeOf(this.study, study);
    this.past = [...this.past, { change, at: this.at }].slice(-undo_max);
    this.study = study;
    this.at = at;
    this.save();
  }

  /** Notes what the server did: no step of one's own, to be undone. */
  note(act: (study: Study, stamp: Stamp) => Study): void {
    const { past } = this;
    this.change(act);
    this.past = past;
  }

  private stamp(): Stamp {
    return { at: Date.now(), by: this.device };
  }

  private save(): void {
    void this.keepHere();
    if (this.subject.synced === undefined || this.isUnread) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sync(), save_ms);
  }

  /** Forgets where one looks: one goes back to the game. */
  leaveHere(): void {
    this.isLeaving = true;
    void this.keepHere();
  }

  private async keepHere(): Promise<void> {
    if (this.isCopy || this.isUnread) return;
    const { study, base } = this;
    const at = this.isLeaving ? undefined : this.at;
    const made = await keep(this.subject.key, (there) => joined({ study, at, base }, there));
    this.isFleeting = made.fate === 'fleeting';
    this.isUnread = made.fate === 'unread';
    if (made.fate === 'full') this.isFull = true;
    if (made.study) this.join(made.study);
  }

  /** Takes up what another page or device made; changes made here meanwhile are newer. */
  private join(other: Study): void {
    if (!this.isClosed) this.study = merge(this.study, this.rules.checked(other)).study;
  }

  private async sync(): Promise<void> {
    this.timer = undefined;
    const game = this.subject.synced;
    if (game === undefined || this.isCopy || this.isUnread) return;
    const result = await synced(game, this.study, this.base);
    this.isUnsaved = result.fate !== 'done';
    this.isUnread = result.fate === 'unread';
    this.problem = result.fate === 'refused' ? result.problem : undefined;
    if (result.fate === 'full') this.isFull = true;
    if (result.fate === 'waiting' && !this.isClosed)
      this.timer = setTimeout(() => void this.sync(), 5_000);
    if (result.fate !== 'done') return;
    this.base = result.study;
    if (this.isClosed) this.study = merge(this.study, result.study).study;
    this.join(result.study);
    this.tell(result.lost);
    await this.keepHere();
  }

  /** Tells of losses: of each branch the last one. */
  private tell(lost: readonly Lost[]): void {
    const isTold = ({ path }: Lost) => lost.some((one) => one.path === path);
    this.lost = [...this.lost.filter((one) => !isTold(one)), ...lost];
  }
}
