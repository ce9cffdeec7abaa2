/** The width of the window, where pages differ by it. */
const wide = matchMedia('(min-width: 60rem)');
let isWide = $state(wide.matches);
wide.addEventListener('change', () => (isWide = wide.matches));

export const room = {
  /** Whether there is room for more beside a board or a table. */
  get isWide(): boolean {
    return isWide;
  },
};
