import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PROXIES, proxyExamples } from './httpsCheck.ts';

const config = (name: string[], address: string) => ({ host: { name }, address, tls: undefined });

describe.each(Object.keys(PROXIES))('the example docs/proxy/%s', (file) => {
  const example = readFileSync(`docs/proxy/${file}`, 'utf8');

  it.each([
    ['10.0.0.5:9090', '9090'],
    [':8080', '8080'],
    [':80', '80'],
  ])('contains the name and the port of a core at %s', (address, port) => {
    const lines = proxyExamples(example, config(['tv.example', 'other.example'], address));
    expect(lines).toContain('tv.example');
    expect(lines).toContain(`127.0.0.1:${port}`);
    expect(lines).not.toMatch(/live\.example\.org|other\.example/);
    // The agent of a datarhei core has another port; its lines are comments.
    const active = lines.replace(/^\s*#.*$/gm, '');
    expect(active.match(/127\.0\.0\.1:\d+/g)?.every((place) => place.endsWith(`:${port}`))).toBe(true);
  });

  it('keeps the placeholder name without a public name', () =>
    expect(proxyExamples(example, config(['192.0.2.1'], ':8080'))).toBe(example));
});
