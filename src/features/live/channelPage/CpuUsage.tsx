import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import type { WithResources } from '../../shared/resource/slice.ts';
import type { WithChannels } from '../channel/slice.ts';
import type { WithStatus } from '../status/slice.ts';

interface CpuUser {
  names: readonly string[];
  form: string;
  percent: number;
}

type UsageState = WithStatus & WithChannels & WithResources;

const cpuOf = (progress: Progress | undefined): number =>
  progress !== undefined && 'cpu' in progress ? (progress.cpu ?? 0) : 0;

export function cpuUsersIn({ status, channel: { list } }: UsageState): CpuUser[] {
  return list
    .flatMap(({ id: channel, name, egresses, renditions = {} }): CpuUser[] => {
      const channelStatus = status.channels[channel];
      if (!channelStatus) return [];
      const form = `#/${channel}/edit/source`;
      return [
        { names: [name], form, percent: cpuOf(channelStatus.ingest?.progress) },
        ...Object.entries(channelStatus.egresses).map(([id, { progress }]) => ({
          names: [name, egresses[id]?.name ?? ''],
          form: `#/${channel}/publication/${egressOf(id)?.service}/${egressOf(id)?.uuid}/encoding`,
          percent: cpuOf(progress),
        })),
        ...Object.entries(channelStatus.renditions).map(([id, { cpu }]) => ({
          names: [name, renditions[id]?.name ?? ''],
          form: `#/${channel}/renditions`,
          percent: cpu,
        })),
      ];
    })
    .filter(({ percent }) => Math.round(percent) > 0)
    .toSorted((a, b) => b.percent - a.percent);
}

const othersIn = (state: UsageState): number | null => {
  const total = state.resource?.cpu.percent ?? null;
  return total === null ? null : Math.max(0, total - cpuUsersIn(state).reduce((sum, { percent }) => sum + percent, 0));
};

export function CpuUsage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('What uses it')}</Button>
      <DialogFrame open={open} title={t('What uses the CPU')} onClose={() => setOpen(false)}>
        <Users />
      </DialogFrame>
    </>
  );
}

function Users() {
  const { t, i18n } = useTranslation();
  const users = useSelector((state: UsageState) => cpuUsersIn(state), sameJson);
  const others = useSelector((state: UsageState) => othersIn(state));
  const percent = (value: number) => formatNumber(value / 100, i18n.language, 0, 'percent');
  return (
    <>
      {users.length === 0 && <p>{t('No channel or publication encodes video here.')}</p>}
      <DescriptionList>
        {users.map(({ names, form, percent: used }) => (
          <div key={form} className="description">
            <dt>
              <a href={form}>{sanitizeDisplayText(names.join(' · '))}</a>
            </dt>
            <dd className="tabular">{percent(used)}</dd>
          </div>
        ))}
        {others !== null && <Description label={t('Everything else on this server')}>{percent(others)}</Description>}
      </DescriptionList>
      <p className="dim small">
        {t(
          'A smaller size, a lower frame rate or a faster preset needs less. What is passed through needs hardly anything.',
        )}
      </p>
    </>
  );
}
