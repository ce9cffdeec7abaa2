export declare const stones: readonly (readonly [number, number])[];
export declare const root: string;
export declare const grain: {
  readonly path: string;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
};
export declare const middle: readonly [number, number];
