import * as z from 'zod';
import { list } from './list.ts';

const Named = z.object({ id: z.string(), name: z.string().default('') });
const Codec = Named.extend({ encoders: list(z.string()), decoders: list(z.string()) });
const Device = Named.extend({ extra: z.string().default(''), media: z.string().default('') });
const DeviceKind = Named.extend({ devices: list(Device) });

/** What the core's ffmpeg can do. */
export const SkillsAnswer = z.object({
  ffmpeg: z.object({ version: z.string().default('') }).default({ version: '' }),
  filter: list(Named),
  hwaccels: list(Named),
  codecs: z
    .object({ audio: list(Codec), video: list(Codec), subtitle: list(Codec) })
    .default({ audio: [], video: [], subtitle: [] }),
  devices: z.object({ demuxers: list(DeviceKind), muxers: list(DeviceKind) }).default({ demuxers: [], muxers: [] }),
  formats: z.object({ demuxers: list(Named), muxers: list(Named) }).default({ demuxers: [], muxers: [] }),
  protocols: z.object({ input: list(Named), output: list(Named) }).default({ input: [], output: [] }),
});
export type SkillsAnswer = z.infer<typeof SkillsAnswer>;
