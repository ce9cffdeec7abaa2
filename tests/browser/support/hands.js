// How people get at a board without a mouse: by arrows, by commands, and by fingers through the lens.

// Waits until presses count again after a change.
export async function rested(page) {
  const since = await page.evaluate(() => performance.now());
  await page.waitForFunction((from) => performance.now() - from > 420, since);
}

// Walks with the arrows from the cell that has the focus to a point of a plane.
export async function walkTo(page, point) {
  const columns = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  const place = (name) => [columns.indexOf(name[0]), Number(name.slice(1))];
  const at = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  const [x, y] = place(at.split(',')[0]);
  const [toX, toY] = place(point);
  for (let step = 0; step < Math.abs(toX - x); step += 1) {
    await page.keyboard.press(toX > x ? 'ArrowRight' : 'ArrowLeft');
  }
  for (let step = 0; step < Math.abs(toY - y); step += 1) {
    await page.keyboard.press(toY > y ? 'ArrowUp' : 'ArrowDown');
  }
}

// The place of a point in the lens, and a place between four points; how large a point is there, in
// pixels. Requires: the lens shows the point.
export async function lensTarget(page, point) {
  const lens = page.locator('.lens');
  const box = await lens.boundingBox();
  const view = await lens.locator('svg').getAttribute('viewBox');
  const [left, top, width] = view.split(' ').map(Number);
  const scale = box.width / width;
  const stone = await page.evaluate((name) => {
    const cell = [...document.querySelectorAll('[role=gridcell]')].find((one) =>
      one.ariaLabel.startsWith(`${name},`),
    );
    const svg = document.querySelector('.frame svg');
    const [cellBox, svgBox] = [cell.getBoundingClientRect(), svg.getBoundingClientRect()];
    const scale = svg.viewBox.baseVal.width / svgBox.width;
    return {
      x: (cellBox.x + cellBox.width / 2 - svgBox.x) * scale,
      y: (cellBox.y + cellBox.height / 2 - svgBox.y) * scale,
    };
  }, point);
  const [x, y] = [box.x + (stone.x - left) * scale, box.y + (stone.y - top) * scale];
  const beside = {
    x: x + 50 * scale * (stone.x > left + width / 2 ? -1 : 1),
    y: y + 50 * scale * (stone.y > top + 200 ? -1 : 1),
  };
  return { x, y, beside, pixels: 0.84 * 100 * scale };
}

// The field of the command palette, which is there only while the palette is open.
export const commandField = (page) => page.getByRole('combobox', { name: 'Command', exact: true });

// Types a command into the palette and runs it. Requires: the focus is in no text field.
export async function command(page, line) {
  await page.keyboard.press('/');
  await commandField(page).fill(line);
  await page.keyboard.press('Enter');
  await commandField(page).waitFor({ state: 'detached' });
}
