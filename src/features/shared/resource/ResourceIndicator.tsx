import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatDuration, formatNumber, unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Resources, Usage } from '../../../media/coreInfo/resources.ts';
import { Meter } from '../../../ui/frame/Meter.tsx';
import { Description, DescriptionList } from '../../../ui/layout/DescriptionList.tsx';
import { Icon } from '../../../ui/look/icons.tsx';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import type { WithConnection } from '../../gate/connection/slice.ts';
import { resourcesHidden, resourcesShown, type WithResources } from './slice.ts';

type Unit = 'percent' | 'bytes' | 'stored' | 'kbit' | 'count';

interface ResourceLine {
  label: string;
  unit: Unit;
  usage: Usage;
}

const systemLines = ({ cpu, memory }: Resources): ResourceLine[] => [
  { label: msg('CPU'), unit: 'percent', usage: cpu },
  { label: msg('Memory'), unit: 'bytes', usage: memory },
];

const applicationLines = ({ memfs, disk, network, sessions }: Resources): ResourceLine[] => [
  { label: msg('In-memory storage'), unit: 'stored', usage: memfs },
  { label: msg('Disk'), unit: 'stored', usage: disk },
  { label: msg('Sent to viewers'), unit: 'kbit', usage: network },
  { label: msg('Viewers'), unit: 'count', usage: sessions },
];

export function ResourceIndicator() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(resourcesShown());
    return () => {
      dispatch(resourcesHidden());
    };
  }, [dispatch]);
  const { cpu, cpuHigh, memory, memoryHigh, high } = useSelector(
    (state: WithResources & WithConnection) => glanceOf(resourcesIn(state)),
    shallowEqual,
  );
  return (
    <Popover
      label={t('Resources')}
      button={
        <>
          <span className="meter-sign tone-warning">
            {high && <Icon name="alert" size={14} label={t('High resource usage')} />}
          </span>
          <Meter label={t('CPU')} share={cpu} warning={cpuHigh} />
          <Meter label={t('Memory')} share={memory} warning={memoryHigh} />
        </>
      }
    >
      <Everything />
    </Popover>
  );
}

const resourcesIn = ({ resource, connection }: WithResources & WithConnection) =>
  connection.status === 'lost' ? null : resource;

const glanceOf = (resources: Resources | null) => ({
  cpu: shareOf(resources?.cpu),
  cpuHigh: resources?.cpu.warning ?? false,
  memory: shareOf(resources?.memory),
  memoryHigh: resources?.memory.warning ?? false,
  high: resources?.warning ?? false,
});

/** Rounded, so that invisible changes do not render. */
const shareOf = (usage: Usage | undefined) =>
  usage?.percent === null || usage?.percent === undefined ? null : Math.round(usage.percent) / 100;

function Everything() {
  const { t, i18n } = useTranslation();
  const resources = useSelector(resourcesIn);
  if (!resources) return <p>{t('No data from the core at the moment.')}</p>;
  return (
    <>
      <DescriptionList>
        <Description label={t('Uptime')}>{formatDuration(resources.uptimeSeconds, i18n.language)}</Description>
      </DescriptionList>
      <Group title={t('System')} lines={systemLines(resources)} note={<Cores resources={resources} />} />
      <Group title={t('Application', { context: 'program' })} lines={applicationLines(resources)} />
    </>
  );
}

function Cores({ resources: { cpu } }: { resources: Resources }) {
  const { t, i18n } = useTranslation();
  return cpu.cores > 0 ? (
    <Description label={t('CPU cores')}>{formatNumber(cpu.cores, i18n.language)}</Description>
  ) : null;
}

function Group({ title, lines, note }: { title: string; lines: readonly ResourceLine[]; note?: ReactNode }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <h2>{title}</h2>
      <DescriptionList>
        {lines.map(({ label, unit, usage }) => (
          <Description key={label} label={t(label)} warning={usage.warning}>
            {usage.limit === null || usage.percent === null || unit === 'percent'
              ? written[unit](usage.used, i18n.language)
              : t('{{used}} of {{limit}} ({{percent}})', {
                  used: written[unit](usage.used, i18n.language),
                  limit: written[unit](usage.limit, i18n.language),
                  percent: written.percent(usage.percent, i18n.language),
                })}
          </Description>
        ))}
        {note}
      </DescriptionList>
    </>
  );
}

const amountText = ({ figure, unit }: ReturnType<typeof formatBytes>) => `${figure} ${unit}`;

const written: Record<Unit, (value: number, language: string) => string> = {
  percent: (value, language) => formatNumber(value / 100, language, 0, 'percent'),
  bytes: (value, language) => amountText(formatBytes(value, language)),
  // In units of the core, so that a limit looks as it was entered.
  stored: (value, language) => amountText(formatBytes(value, language, 1024)),
  kbit: (value, language) => `${formatNumber(value / 1024, language, 2)} ${unitIn(language, 'Mbit/s')}`,
  count: (value, language) => formatNumber(value, language),
};
