import { call } from 'typed-redux-saga';
import { host } from '../host.ts';

/** What viewers were shown of a channel that is deleted. Throws a CoreError. */
export function* removePages(channel: string) {
  const core = yield* host('core');
  // Asked for first: what is missing is no error then.
  const files = [
    ...(yield* call(core.diskFiles, { glob: `/{${channel},playersite_${channel}}.html` })),
    ...(yield* call(core.diskFiles, { glob: `/channels/${channel}/**` })),
    ...(yield* call(core.diskFiles, { glob: `/playersite/pages/${channel}.json` })),
  ];
  for (const { name: path } of files) yield* call(core.diskDelete, { path });
}
