export type { components, operations, paths } from './generated/api.js';
export type { components as live, Operations, Push as LivePush } from './generated/live.js';
export {
  Live,
  type Connection,
  type Follower,
  type Line,
  type LiveOptions,
  type Push,
} from './live.js';
export { isPassing, noAnswer, Refusal, type Code, type Problem } from './problem.js';
export type { Answer, Method, PathOf, Sent } from './rest.js';
export type {
  AnswerTo,
  DoOptions,
  FieldsOf,
  FollowOptions,
  Joined,
  Op,
  PushOf,
  SocketLike,
  SocketMaker,
  Topic,
} from './socket.js';
export { Tanbo, type TanboOptions } from './tanbo.js';
export { systemTimers, type Timers } from './timers.js';
export { Value } from './value.js';
