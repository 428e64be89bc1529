import { describe, expect, it } from 'vitest';
import { ConfigAnswer } from '../../api/answers/config.ts';
import cores from '../../api/fixtures/cores.json' with { type: 'json' };
import { isShown } from '../form/evaluateFields.ts';
import type { Settings } from '../form/fields.ts';
import type { InputValue } from '../form/fieldValues.ts';
import { valueAt } from '../form/fieldValues.ts';
import { assignRefusals } from './assignRefusals.ts';
import { settingsTabs as all, shownSettingsTabs } from './index.ts';
import { adaptTabFields, settingsChanges, settingsFaults, settingsTabForm } from './settingsFormValues.ts';
import type { SettingsDraft } from './settingsTabTypes.ts';

/** Responses recorded from real cores, by version. */
const recorded = Object.entries(cores).map(([core, { config, refused }]) => ({ core, config, refused }));

const rows = recorded.flatMap(({ core, config }) => config.map(({ name, body }) => ({ core, name, body })));

const tabsOf = (body: object) =>
  shownSettingsTabs({ expert: true, releases: true, edits: {}, config: ConfigAnswer.parse(body).config });

const formAt = (body: object, edits: SettingsDraft) => {
  const answer = ConfigAnswer.parse(body);
  return settingsTabForm(tabsOf(body), { ...answer, overrides: [] }, edits);
};

const wholes = all
  .flatMap(({ fields }) => Object.entries(fields))
  .flatMap(([path, { config }]) => (config?.last ? [path] : []));

const pathsIn = (sent: Settings, at = ''): string[] =>
  Object.entries(sent).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pathsIn({ ...value }, `${at}${key}.`)
      : [`${at}${key}`],
  );

describe.each(rows)('the settings of core $core: $name', ({ body }) => {
  const tabs = tabsOf(body);

  it('have no faults and no changes', () => {
    const form = formAt(body, {});
    expect(settingsFaults(tabs, form)).toEqual({});
    expect(settingsChanges(tabs, form)).toEqual({});
  });

  it('show only what the config has', () => {
    const form = formAt(body, {});
    const shown = tabs.flatMap((tab) =>
      Object.entries(adaptTabFields(tab, form))
        .filter(([, field]) => field.kind !== 'pair' && field.kind !== 'panel' && field.browserKey === undefined)
        .filter(([, field]) => isShown(field, form.settings))
        .map(([path]) => path),
    );
    // Older cores have one list, shown as the first of two.
    const older = (path: string) => (body.config.version < 3 ? path.replace('.types.allow', '.types') : path);
    const named = (path: string) => older(path.replace('.cors.allow_all', '.cors.origins'));
    const isPresent = (path: string) => valueAt({ ...body.config }, named(path)) !== undefined;
    expect(
      shown.filter((path) => !isPresent(path) && !wholes.includes(path)),
      'this core lacks these: correct the path, or hide the field there with `when`',
    ).toEqual([]);
  });

  it('change only what the config has, in the same shape', () => {
    const withTls = { ...body, config: { ...body.config, tls: { ...body.config.tls, enable: true, auto: true } } };
    const typed: Record<string, InputValue> = {};
    for (const [path, input] of Object.entries(formAt(withTls, {}).draft)) {
      if (wholes.includes(path)) continue;
      typed[path] =
        typeof input === 'boolean' ? !input : `${input}` === '' ? 'x' : /^\d+$/.test(`${input}`) ? '7' : 'y';
    }
    const sent = settingsChanges(tabs, formAt(withTls, typed));
    const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
    const paths = pathsIn(sent);
    expect(paths.length).toBeGreaterThan(3);
    const kinds = (config: Settings) => Object.fromEntries(paths.map((path) => [path, kindOf(valueAt(config, path))]));
    const hint = 'sent in another shape than the core has: correct the path, or say with `withConfig` what it `writes`';
    expect(kinds(sent), hint).toEqual(kinds({ ...body.config }));
  });

  it('enable RTMPS together with RTMP, as the server requires', () => {
    const withTls = { ...body, config: { ...body.config, tls: { ...body.config.tls, enable: true, auto: true } } };
    const edits = { 'rtmp.enable': false, 'rtmp.enable_tls': true };
    expect(settingsChanges(tabs, formAt(withTls, edits))).toMatchObject({ rtmp: { enable_tls: true } });
    const { rtmp } = { rtmp: body.config.rtmp, ...settingsChanges(tabs, formAt(withTls, edits)) };
    expect({ ...body.config.rtmp, ...Object(rtmp) }).toMatchObject({ enable: true, enable_tls: true });
  });
});

it.each(recorded)('rejections by core $core are assigned to fields', ({ refused }) => {
  const conflicts = refused.filter(({ status }) => status === 409).map(({ body }) => ({ ...body }));
  expect(conflicts.length).toBeGreaterThan(0);
  for (const errors of conflicts) {
    const lists = Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, [String(texts)]]));
    expect(assignRefusals(all, lists)).toMatchObject({ tabs: {}, elsewhere: [] });
  }
});
