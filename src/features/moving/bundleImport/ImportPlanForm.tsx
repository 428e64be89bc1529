import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { msg } from '../../../i18n/msg.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { shortFileName } from '../../../i18n/shortFileName.ts';
import type { ChannelChoice, ImportChoices } from '../../../media/bundle/importPlan.ts';
import type { Word } from '../../../media/revision/describeDifferences.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SwitchField } from '../../../ui/form/Switch.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import type { DrawingName } from '../../../ui/look/icons.tsx';
import type { WithChannels } from '../../live/channel/slice.ts';
import { differenceText } from '../differenceText.ts';
import { phraseText } from '../phraseText.ts';
import { ConflictList } from './ConflictList.tsx';
import type { PreviewChange, PreviewGroup, PreviewRow } from './importPreview.ts';
import { type ImportState, importChosen, importClosed, importConfirmed } from './slice.ts';

interface PlanProps {
  state: Extract<ImportState, { status: 'planned' }>;
}

/** The dry run: choices, what would happen, and what to look at first. */
export function ImportPlanForm({ state }: PlanProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { file, preview, busy, isRenewed } = state;
  const { steps, unchanged, restarts, servers } = preview;
  const isNothing = steps === 0;
  const summary = [
    t('{{count}} changes', { count: steps, defaultValue_one: '{{count}} change' }),
    ...(unchanged > 0 ? [t('Unchanged: {{n}}', { n: unchanged })] : []),
    ...(restarts > 0 ? [t('Streams interrupted: {{n}}', { n: restarts })] : []),
  ];
  return (
    <Form label={t('Import')} onSubmit={() => dispatch(isNothing ? importClosed() : importConfirmed())}>
      {isRenewed && (
        <Alert tone="warning" title={t('Something on the core has changed meanwhile.')}>
          <p>{t('Nothing was imported yet. Look at the list again, then confirm it.')}</p>
        </Alert>
      )}
      <p role="status">
        {isNothing
          ? t('{{name}} is stored here already. There is nothing to change.', { name: shortFileName(file.name) })
          : t('{{name}}: {{summary}}', { name: shortFileName(file.name), summary: summary.join(' · ') })}
      </p>
      {servers && (
        <Alert tone="warning" title={t('The core restarts first.')}>
          <p>{t('Its servers get the tokens of the file. All streams are interrupted for some seconds.')}</p>
        </Alert>
      )}
      <ConflictList title={t('Look at these first.')} conflicts={preview.conflicts} />
      <Choices state={state} />
      {preview.groups.map((group) => (
        <Group key={group.channel ?? ''} group={group} state={state} />
      ))}
      <Actions
        back={
          <Button kind="quiet" onClick={() => dispatch(importClosed())}>
            {t('Cancel')}
          </Button>
        }
      >
        <Button kind="main" type="submit" busy={busy}>
          {isNothing ? t('Done') : t('Import')}
        </Button>
      </Actions>
    </Form>
  );
}

function Choices({ state: { file, choices } }: PlanProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const choose = (chosen: Partial<ImportChoices>) => dispatch(importChosen(chosen));
  return (
    <Disclosure summary={t('Options')}>
      <Stack form>
        <SelectField
          label={t('Publications')}
          value={choices.publications}
          options={PUBLICATIONS.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(chosen) =>
            choose({ publications: PUBLICATIONS.find(({ value }) => value === chosen)?.value ?? 'file' })
          }
        />
        <SwitchField
          label={t('Website, schedule and alarms')}
          help={t('When off, only channels are imported.')}
          checked={choices.installation}
          onChange={(installation) => choose({ installation })}
        />
        <SwitchField
          label={t('Remove what the file does not have')}
          help={t('Deletes publications and renditions of imported channels that are not in the file.')}
          checked={choices.removes}
          onChange={(removes) => choose({ removes })}
        />
        {file.hasServers && file.secrets === 'included' && (
          <SwitchField
            label={t('Servers of the core')}
            help={t('Takes the tokens and switches of RTMP and SRT from the file. The core restarts.')}
            checked={choices.servers}
            onChange={(servers) => choose({ servers })}
          />
        )}
      </Stack>
    </Disclosure>
  );
}

const PUBLICATIONS: readonly { value: ImportChoices['publications']; label: string }[] = [
  { value: 'file', label: msg('Started or stopped as in the file') },
  { value: 'core', label: msg('Those that exist here stay as they are') },
  { value: 'stopped', label: msg('All stopped') },
];

const CHOICES: readonly ChannelChoice[] = ['replace', 'new', 'skip'];

function Group({ group: { channel, name, rows }, state: { choices } }: PlanProps & { group: PreviewGroup }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const exists = useSelector((state: WithChannels) => state.channel.list.some(({ id }) => id === channel));
  const title = channel === null ? t('Website, schedule and alarms') : sanitizeDisplayText(name);
  const labels: Record<ChannelChoice, string> = {
    replace: exists ? t('Change the channel that exists here') : t('Import with its addresses'),
    new: t('Import as another channel, with new addresses'),
    skip: t('Do not import'),
  };
  return (
    <section aria-label={title} className="stack">
      <h3>{title}</h3>
      {channel !== null && (
        <SelectField
          label={t('Import of {{name}}', { name: title })}
          value={choices.channels[channel] ?? 'replace'}
          options={CHOICES.map((value) => ({ value, label: labels[value] }))}
          onChange={(chosen) => {
            const choice = CHOICES.find((value) => value === chosen) ?? 'replace';
            dispatch(importChosen({ channels: { ...choices.channels, [channel]: choice } }));
          }}
        />
      )}
      {rows.length === 0 ? (
        <p className="dim">{t('Nothing changes.')}</p>
      ) : (
        <List label={t('Changes of {{name}}', { name: title })}>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </List>
      )}
    </section>
  );
}

const CHANGES: Readonly<Record<PreviewChange, string>> = {
  added: msg('Is created'),
  changed: msg('Is changed'),
  described: msg('Is changed without an interruption'),
  started: msg('Starts'),
  stopped: msg('Stops'),
  removed: msg('Is deleted'),
};

function Row({ row: { subject, change, restarts, missing, differences } }: { row: PreviewRow }) {
  const { t } = useTranslation();
  const word = (shown: Word) => (typeof shown === 'string' ? sanitizeDisplayText(shown) : t(shown.text));
  const detail = [
    t(CHANGES[change]),
    ...(restarts ? [t('interrupts the stream')] : []),
    ...(missing > 0 ? [t('key or password is missing')] : []),
  ];
  return (
    <ListRow
      icon={ICONS[change]}
      title={phraseText(subject, t)}
      detail={detail}
      tone={restarts || missing > 0 || change === 'removed' ? 'warning' : 'neutral'}
      below={
        differences.length > 0 && (
          <Disclosure summary={change === 'added' ? t('Addresses') : t('What changes')}>
            <ul>
              {differences
                .map((row) => differenceText(row, { word, t }, change === 'added'))
                .map((text) => (
                  <li key={text}>{text}</li>
                ))}
            </ul>
          </Disclosure>
        )
      }
    />
  );
}

const ICONS: Readonly<Record<PreviewChange, DrawingName>> = {
  added: 'add',
  changed: 'edit',
  described: 'edit',
  started: 'play',
  stopped: 'stop',
  removed: 'trash',
};
