import type { Page } from '@playwright/test';

export interface AllowedError {
  /** Matches a whole line of `lines`. */
  line: RegExp;
  why: string;
}

const ALWAYS: readonly AllowedError[] = [
  {
    line: /^request failed: \S+ \S+ net::ERR_ABORTED$/,
    why: 'The page gave this request up itself: the player was closed, or the operator went to another screen.',
  },
  {
    line: /^status 404: PUT \S+\/api\/v3\/process\/[^/]+$/,
    why: 'Upsert means update first, and add when the answer is 404.',
  },
  {
    line: /^status 404: GET \S+\/(?:index\.html|playersite_\S+\.html|[0-9a-f]{8}-[0-9a-f-]{27}\.html)?$/,
    why: 'A page that was deleted is asked for once more, so that the browser forgets it.',
  },
  {
    line: /^status 404: GET \S+\/channels\/[0-9a-f-]{36}\/next\.json$/,
    why: 'Only a channel with a schedule has it.',
  },
];

export interface PageErrors {
  allow(...allowed: AllowedError[]): void;
  readonly lines: string[];
}

/**
 * Collects console errors, uncaught errors, failed requests and responses with status 400 and above, as `kind: text`.
 */
export function watchPageErrors(page: Page): PageErrors {
  const allowed = [...ALWAYS];
  const lines: string[] = [];
  const record = (line: string) => {
    if (!allowed.some((entry) => entry.line.test(line))) lines.push(line);
  };
  page.on('console', (message) => {
    // The browser's own message lacks the method. These requests are reported below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      record(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => record(`uncaught: ${error.message}`));
  page.on('requestfailed', (request) =>
    record(`request failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) {
      record(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    }
  });
  return { allow: (...more) => void allowed.push(...more), lines };
}
