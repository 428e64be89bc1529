import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withPolicy } from './contentPolicy.ts';

const html = (head: string) => `<!doctype html><html><head>\n    <meta charset="utf-8">${head}</head></html>`;
const policyOf = (page: string) =>
  /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)?.[1]?.split('; ') ?? [];

it('the policy comes before everything that the page loads', () => {
  const page = withPolicy(html('<script type="module" src="./a.js"></script>'));
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'));
  expect(page.indexOf('charset')).toBeLessThan(page.indexOf('Content-Security-Policy'));
});

it('the policy allows only scripts of the build', () => {
  const script = 'try{let $1}catch{}';
  const policy = policyOf(withPolicy(html(`<script>${script}</script><script type="module" src="./a.js"></script>`)));
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(policy).toContain("object-src 'none'");
  expect(policy.find((rule) => /^(script|default)-src/.test(rule) && /unsafe|\*|data:|blob:|https?:/.test(rule))).toBe(
    undefined,
  );
});

it('a page without a place for the policy is rejected', () =>
  expect(() => withPolicy('<html>')).toThrow('no <meta charset'));
