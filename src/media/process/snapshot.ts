import type { ProcessConfig } from '../../api/answers/process.ts';
import { snapshotId } from '../../api/processIds.ts';
import { playlistAddress } from '../hls/hlsFiles.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { snapshotOutput } from './hlsOutput.ts';

const STALE_AFTER_S = 30;

/** Reconnecting starts it again after the interval. */
export const snapshotProcess = ({
  channel,
  metadata: { control },
}: {
  channel: string;
  metadata: IngestMetadata;
}): ProcessConfig => ({
  type: 'ffmpeg',
  id: snapshotId(channel),
  reference: channel,
  input: [{ id: 'input_0', address: playlistAddress(channel, control.hls.storage), options: [] }],
  output: [{ id: 'output_0', ...snapshotOutput(channel) }],
  options: ['-err_detect', 'ignore_err'],
  autostart: control.process.autostart && control.snapshot.enable,
  reconnect: control.snapshot.enable,
  reconnect_delay_seconds: control.snapshot.interval,
  stale_timeout_seconds: STALE_AFTER_S,
});
