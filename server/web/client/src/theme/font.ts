/** The font of headings, which comes after the first board: nothing waits for it. */
import url from '../../generated/heading.woff2?url';

const name = 'Zen Maru Gothic';

/** Whether somebody has asked for as few bytes as possible. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Fetches the font and has headings shown in it. To be called once. */
export async function fetchHeadingFont(): Promise<void> {
  if (savesData()) return;
  try {
    const face = new FontFace(name, `url(${url}) format('woff2')`, { weight: '700' });
    document.fonts.add(await face.load());
  } catch {
    // Headings stay in the font of the system.
  }
}
