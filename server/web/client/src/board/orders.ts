/** Effects of keys on the board and of commands. */
import type { Point, Root, Seat } from '../engine/types';
import { t } from '../text';
import { legalShown, switchesOf, type Assistance } from './assistance';
import type { Command } from './commands';
import * as describe from './describe';
import { actionOf, following, walk, type Action, type Jump, type Question } from './keys';
import type { Placing } from './placing.svelte';
import { sound } from './sounds';
import type { Speech } from './speech.svelte';
import type { BoardProps } from './types';

/** The other parts of a board, as far as keys and commands reach them. */
export interface Reach {
  readonly placing: Placing;
  readonly speech: Speech;
  /** The point that keys start from. */
  readonly focused: () => Point;
  readonly aid: () => Assistance;
  /** The label of a point. */
  readonly label: (point: Point) => string;
  /** Moves the focus to a point. */
  readonly goTo: (point: Point) => void;
  readonly openCommand: () => void;
  readonly openHelp: () => void;
}

/** Does what is asked by keys and by typing. */
export class Orders {
  constructor(
    /** The board's properties at this moment. */
    private readonly given: () => BoardProps,
    private readonly reach: Reach,
  ) {}

  private get props(): BoardProps {
    return this.given();
  }

  /** A key was pressed on the board. */
  readonly key = (event: KeyboardEvent): void => {
    const action = actionOf(event, this.props.settings.keys);
    if (!action) return;
    event.preventDefault();
    // A key held down walks, and does nothing else twice.
    if (!event.repeat || action.do === 'walk' || action.do === 'jump') this.act(action);
  };

  /** Does what was typed; `told` is the answer, if it only asks. */
  readonly command = (read: Command, told: string): void => {
    const { placing, speech } = this.reach;
    if (read.kind === 'play') placing.typed(read.point);
    else if (read.kind === 'yes') placing.yes();
    else if (read.kind === 'say' || read.kind === 'resign') this.props.onrequest?.(read);
    else if (read.kind === 'clock') speech.tell(this.answerTo('clocks'));
    else speech.tell(told);
  };

  private act(action: Action): void {
    const { props, reach } = this;
    switch (action.do) {
      case 'walk': {
        const next = walk(props.look.geometry, reach.focused(), action.walk);
        if (next === reach.focused()) sound('edge', props.settings.sound);
        reach.goTo(next);
        break;
      }
      case 'jump':
        this.jump(action.jump);
        break;
      case 'step':
        props.onstep?.(action.to);
        break;
      case 'tell':
        reach.speech.tell(this.answerTo(action.question));
        break;
      case 'enter':
        reach.placing.press(reach.focused(), false);
        break;
      case 'escape':
        reach.placing.escape();
        break;
      case 'space':
        if (reach.aid().counts) {
          props.onsettings?.({ ...props.settings, space: !props.settings.space });
        }
        break;
      case 'command':
        reach.openCommand();
        break;
      case 'help':
        reach.openHelp();
        break;
    }
  }

  private jump(way: Jump): void {
    const { look, settings, onsettings } = this.props;
    const { player } = this.reach.placing;
    let points: readonly Point[];
    if (way === 'removed') {
      points = look.removed.flatMap((root) => root.stones);
    } else if (way.endsWith('legal')) {
      const aid = this.reach.aid();
      points = player === undefined ? [] : legalShown(look, player, this.rootInFocus(player), aid);
      const isHidden = settings.assistance === 'custom' && !settings.legal;
      if (isHidden && aid.allowed === 'full') {
        onsettings?.({ ...settings, ...switchesOf(aid), legal: true });
        points = player === undefined ? [] : look.legal(player);
      } else if (points.length === 0 && aid.legal !== 'full') {
        this.reach.speech.tell(describe.noHelp(aid));
      }
    } else {
      const isOwn = way.endsWith('own');
      points = look.roots
        .filter((root) => (root.seat === player) === isOwn)
        .map((root) => root.seed);
    }
    const point = following(points, this.reach.focused(), way.startsWith('previous'));
    if (point !== undefined) this.reach.goTo(point);
  }

  /** The root in focus, or the one that a stone on the point in focus would extend. */
  private rootInFocus(player: Seat): Root | undefined {
    const { look } = this.props;
    const at = this.reach.focused();
    return describe.rootOn(look, at) ?? describe.extended(look, player).get(at);
  }

  private answerTo(question: Question): string {
    const { look, seat, standing, clock } = this.props;
    const { focused, label, placing } = this.reach;
    const aid = this.reach.aid();
    switch (question) {
      case 'point':
        return describe.point(look, focused(), label(focused()), aid);
      case 'preview':
        return describe.consequenceAt(look, placing.player, focused(), aid);
      case 'last-move':
        return describe.move(look);
      case 'clocks':
        return clock?.() ?? t('board.no_clock');
      case 'board':
        return describe.board(look, seat, standing, aid);
    }
  }
}
