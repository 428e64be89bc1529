import * as z from 'zod/mini';
import { list, text } from './fields.ts';

const Named = z.object({ id: z.string(), name: text() });
const Codec = z.extend(Named, { encoders: list(z.string()), decoders: list(z.string()) });
const Device = z.extend(Named, { extra: text(), media: text() });
const DeviceKind = z.extend(Named, { devices: list(Device) });

/** What the core's ffmpeg can do. */
export const SkillsAnswer = z.object({
  ffmpeg: z._default(z.object({ version: text() }), { version: '' }),
  filter: list(Named),
  hwaccels: list(Named),
  codecs: z._default(z.object({ audio: list(Codec), video: list(Codec), subtitle: list(Codec) }), {
    audio: [],
    video: [],
    subtitle: [],
  }),
  devices: z._default(z.object({ demuxers: list(DeviceKind), muxers: list(DeviceKind) }), { demuxers: [], muxers: [] }),
  formats: z._default(z.object({ demuxers: list(Named), muxers: list(Named) }), { demuxers: [], muxers: [] }),
  protocols: z._default(z.object({ input: list(Named), output: list(Named) }), { input: [], output: [] }),
});
export type SkillsAnswer = z.infer<typeof SkillsAnswer>;
