import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM, FLAGS } from '../harness/test/testing/chromium.ts';

/** Renders the logo to assets/public/favicon.ico, logo192.png and logo512.png. */
const MARK = 'assets/icons/favicon.svg';
const FOLDER = 'assets/public';
const ICO_HEADER_BYTES = 22;

const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
const page = await browser.newPage();
await page.setContent(
  `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${await readFile(MARK, 'utf8')}`,
);

async function drawn(size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  return page.screenshot({ omitBackground: true });
}

/** Wraps one PNG in an .ico file: https://learn.microsoft.com/windows/win32/menurc/newheader */
function iconOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2); // type: icon, not cursor
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(ICO_HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
}

await mkdir(FOLDER, { recursive: true });
for (const size of [192, 512]) await writeFile(`${FOLDER}/logo${size}.png`, await drawn(size));
await writeFile(`${FOLDER}/favicon.ico`, iconOf(await drawn(32), 32));
await browser.close();
