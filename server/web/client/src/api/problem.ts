/** The words of the server (or of the line to it) when something can't be done. */
export { isPassing, noAnswer, Refusal, type Code, type Problem } from 'tanbo-client';
