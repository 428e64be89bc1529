import { msg } from '../../../i18n/msg.ts';

const names: Readonly<Record<string, string>> = {
  'meta.name': msg('Channel name'),
  'meta.description': msg('Description'),
  'meta.author': msg('Author'),
  license: msg('License'),
  'control.hls': msg('HLS'),
  'control.rtmp': msg('RTMP feed'),
  'control.srt': msg('SRT feed'),
  'control.snapshot': msg('Snapshot'),
  'control.process': msg('Process'),
  'control.limits': msg('Limits'),
};

export const nameIn =
  (t: (text: string) => string) =>
  (path: readonly string[]): { name: string } | null => {
    const name = names[path.join('.')];
    return name === undefined ? null : { name: t(name) };
  };
