import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatNumber } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import type { Usage } from '../../../media/coreInfo/resources.ts';
import { type SizingLimit, sizeDelivery } from '../../../media/edge/sizing.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { preferencesOpened, type WithPreferences } from '../../shared/preference/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { uploadKbit, uploadKey } from '../preflight/slice.ts';
import { UploadField } from '../preflight/UploadField.tsx';

const IN_THE_WAY: Readonly<Record<SizingLimit, string>> = {
  uplink: msg('The connection of this server is too slow for so many.'),
  viewers: msg('The setting "Maximum viewers" lets fewer in.'),
  bandwidth: msg('The setting "Maximum bandwidth" lets fewer in.'),
  memory: msg('The memory of this server has no room for the segments of one channel more.'),
};
const MOST = 10_000_000;

/** Not every core has this setting. */
function limitIn(settings: unknown, name: string): number {
  const found = isGroup(settings) ? settings[name] : 0;
  return typeof found === 'number' ? found : 0;
}

const freeOf = (usage: Usage | undefined): number | null =>
  usage === undefined || usage.limit === null ? null : Math.max(0, usage.limit - usage.used);

export function SizingCard() {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [viewers, setViewers] = useState(500);
  const [bitrateKbit, setBitrate] = useState(4000);
  const stated = useSelector(({ preference }: WithPreferences) => preference[uploadKey]);
  const sessions = useSelector(({ session }: WithSession) => coreInfoOf(session)?.config.sessions);
  const resource = useSelector(({ resource: state }: WithResources) => state);
  useEffect(() => {
    dispatch(preferencesOpened([uploadKey]));
  }, [dispatch]);
  const sizing = sizeDelivery({
    viewers,
    bitrateKbit,
    uplinkKbit: uploadKbit(stated),
    mostViewers: limitIn(sessions, 'max_sessions'),
    mostMbit: limitIn(sessions, 'max_bitrate_mbit'),
    // A limit of the memory storage applies before the free memory of the host.
    freeMemory: freeOf(resource?.memfs) ?? freeOf(resource?.memory),
    freeDisk: freeOf(resource?.disk),
  });
  const bytes = (value: number) => Object.values(formatBytes(value, i18n.language)).join(' ');
  const figure = (value: number) => formatNumber(value, i18n.language);
  return (
    <Card title={t('How many viewers?')}>
      <Stack>
        <div role="status">
          <p className="answer">
            {sizing.isEnough
              ? t('{{viewers}} viewers: this server is enough', { viewers: figure(viewers) })
              : t('{{viewers}} viewers: you need {{count}} edges', {
                  viewers: figure(viewers),
                  count: sizing.edges,
                  defaultValue_one: '{{viewers}} viewers: you need {{count}} edge',
                })}
          </p>
          {!sizing.isEnough && (
            <p className="dim">
              {t('An edge is a rented server with a connection of 1 Gbit/s that passes the stream on.')}
            </p>
          )}
        </div>
        <div className="short-fields short-fields-three">
          <NumberField label={t('Viewers at once')} value={viewers} onChange={setViewers} min={1} max={MOST} />
          <NumberField
            label={t('Bitrate of the stream')}
            unit={t('kbit/s')}
            value={bitrateKbit}
            onChange={setBitrate}
            min={1}
            max={MOST}
          />
          <div>
            <UploadField />
          </div>
        </div>
        {sizing.broken.map((limit) => (
          <Alert key={limit} tone="warning" title={t(IN_THE_WAY[limit])} />
        ))}
        {sizing.isTight && (
          <Alert tone="warning" title={t('That is more than three quarters of it: delivery may falter.')} />
        )}
        <Disclosure summary={t('How this is calculated')}>
          <Stack>
            <p>
              {t('They need {{needed}} Mbit/s: viewers × bitrate × 1.25.', { needed: figure(sizing.neededMbit) })}{' '}
              {sizing.share !== null &&
                t('That is {{share}}% of the upload speed of this server.', { share: figure(sizing.share) })}
            </p>
            <p>
              {t('Edges with 1 Gbit/s each, filled to three quarters, take {{origin}} Mbit/s from this server.', {
                origin: figure(sizing.originMbit),
              })}
            </p>
            <p>
              {t('Segments of the stream: {{channel}} in the memory of this server, {{edge}} at each edge.', {
                channel: bytes(sizing.channelBytes),
                edge: bytes(sizing.edgeBytes),
              })}
            </p>
            <p>
              {sizing.hours === null
                ? t('Recorded: {{hour}} an hour.', { hour: bytes(sizing.hourBytes) })
                : t('Recorded: {{hour}} an hour. The disk of this server has room for {{hours}} hours.', {
                    ...{ hour: bytes(sizing.hourBytes), hours: figure(sizing.hours) },
                  })}
            </p>
          </Stack>
        </Disclosure>
      </Stack>
    </Card>
  );
}
