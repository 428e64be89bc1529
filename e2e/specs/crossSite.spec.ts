import { startReverseProxy } from '../support/reverseProxy.ts';
import { expect, test } from '../test.ts';

const SECRET = 'kept by the interface';

test.describe('a core without a user @own-core @embedded', () => {
  test.use({ user: null });

  test('a page of another site in the next tab cannot take over the core', async ({ core, context }) => {
    await using otherSite = await startReverseProxy(core.url);
    const register = { version: 3, api: { auth: { enable: true, username: 'evil', password: 'evil' } } };
    const other = await context.newPage();
    await other.goto(otherSite.pageWith(`<form method="post" enctype="text/plain"></form><img>`));
    const result = await other.evaluate(
      async ([api = '', config = '']) => {
        const tried = async (path: string, init: RequestInit) =>
          fetch(api + path, init).then(
            ({ status }) => `read ${status}`,
            () => 'nothing',
          );
        const json = { 'Content-Type': 'application/json' };
        return [
          await tried('', {}),
          await tried('/v3/config', {}),
          await tried('/v3/config', { method: 'PUT', body: config, headers: json }),
          await tried('/v3/fs/disk/pwn.html', { method: 'PUT', body: 'x' }),
          // A simple request without preflight: the page cannot read the response, but an effect would remain.
          (await fetch(`${api}/v3/process`, { method: 'POST', body: '{"id":"pwn"}', mode: 'no-cors' })).type,
        ];
      },
      [`${core.url}/api`, JSON.stringify(register)],
    );
    expect(result).toEqual(['nothing', 'nothing', 'nothing', 'nothing', 'opaque']);
    const answer = other.waitForResponse(`${core.url}/api/v3/metrics`);
    await other.evaluate((action) => {
      const form = document.forms[0];
      if (form) Object.assign(form, { action }).submit();
    }, `${core.url}/api/v3/metrics`);
    expect((await answer).status()).toBe(403);

    const api = await core.api();
    expect((await api.about()).auths).toEqual([]);
    expect((await api.config()).config.api?.auth?.enable).toBe(false);
    expect([...(await api.processes({})), ...(await api.diskFiles({ glob: '/**' }))]).toEqual([]);
  });
});

test('uploaded files do not run scripts, and cannot read the interface @embedded', async ({
  operator,
  core,
  context,
}) => {
  await operator.enter();
  await operator.page.evaluate((secret) => localStorage.setItem('secret', secret), SECRET);
  const { access } = (await core.api()).tokens;
  const script = '<script>document.documentElement.className = "ran " + localStorage.getItem("secret")</script>';
  const forms: Record<string, string> = {
    'a.html': `<!doctype html><p>text</p>${script}<img src="x" onerror="document.documentElement.className = 'ran'">`,
    'a.svg': `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    'a.xml': `<x xmlns:h="http://www.w3.org/1999/xhtml">${script.replaceAll('script', 'h:script')}</x>`,
  };
  for (const [name, body] of Object.entries(forms)) {
    await fetch(`${core.url}/api/v3/fs/mem/${name}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${access}` },
      body,
    });
    const page = await context.newPage();
    await page.goto(`${core.url}/memfs/${name}`);
    expect(await page.evaluate(() => document.documentElement.getAttribute('class') ?? ''), name).toBe('');
    expect(await page.evaluate(() => self.origin), name).toBe('null');
    await page.close();
  }
});

test('pages of other sites cannot show the interface in a frame @embedded', async ({ core, context }) => {
  await using otherSite = await startReverseProxy(core.url);
  const other = await context.newPage();
  const refused = other.waitForEvent('console', {
    predicate: (message) => /frame-ancestors 'self'|X-Frame-Options/i.test(message.text()),
  });
  await other.goto(otherSite.pageWith(`<iframe src="${core.ui}" title="frame"></iframe>`));
  await refused;
  await expect(other.frameLocator('iframe').getByRole('button')).toHaveCount(0);
});
