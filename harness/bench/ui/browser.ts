import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM, FLAGS } from '../../test/testing/chromium.ts';
import { markWhatHappens } from './performanceMarks.ts';
import { type RequestLog, requestLogOf } from './requestLog.ts';

/** A lower mid-range phone on a slow mobile network. */
export const SLOW = { cpu: 4, bytesPerSecond: 1_600_000 / 8, latencyMs: 150, width: 390, height: 844 };

export interface BrowserTab {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly ledger: RequestLog;
  hide(): Promise<void>;
  close(): Promise<void>;
}

/** Playwright's own defaults keep every page visible and its timers unthrottled. */
export async function openBrowser({ slow = false } = {}): Promise<BrowserTab> {
  const profile = await mkdtemp(path.join(tmpdir(), 'bench-chromium-'));
  const child = spawn(
    CHROMIUM,
    [
      ...['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--window-size=1280,900'],
      // Requests to other machines are recorded and blocked.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ...FLAGS,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const browser = await chromium.connectOverCDP(await endpointOf(child.stderr), { noDefaults: true });
  const [context] = browser.contexts();
  const page = context?.pages()[0];
  if (!context || !page) throw new Error('Chromium started without a page');
  const cdp = await context.newCDPSession(page);
  // CPU time, which does not depend on other load.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setLocaleOverride', { locale: 'en-GB' });
  if (slow) {
    const { cpu: rate, bytesPerSecond, latencyMs: latency, width, height } = SLOW;
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    await cdp.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond },
    });
    await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true });
  }
  await page.addInitScript(markWhatHappens);
  return {
    page,
    cdp,
    ledger: requestLogOf(cdp),
    async hide() {
      await context.newPage().then((other) => other.bringToFront());
      await page.waitForFunction(() => document.hidden, undefined, { polling: 100 });
    },
    async close() {
      await browser.close();
      const exited = child.exitCode === null ? once(child, 'exit') : null;
      child.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function endpointOf(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const found = /ws:\/\/\S+/.exec(line)?.[0];
    if (found === undefined) continue;
    stderr.resume(); // a full pipe would block it
    return found;
  }
  throw new Error('Chromium ended before it could be steered');
}
