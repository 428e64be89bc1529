import { networkInterfaces } from 'node:os';
import { arch, platform } from 'node:process';
import type { FastifyPluginAsync } from 'fastify';
import * as z from 'zod';
import { EXTENSIONS } from '../../../src/api/coreExtensions.ts';
import type { Config } from '../../config/configSchema.ts';
import type { SkillsCache } from '../../ffmpeg/skills.ts';
import type { ClockJumps } from '../../log/clockJumps.ts';
import type { LogRing } from '../../log/index.ts';
import type { RestoredFiles } from '../../log/restoredFiles.ts';
import type { RtmpServer } from '../../rtmp/index.ts';
import type { SrtServer } from '../../srt/index.ts';
import { elapsedMs } from '../../util/elapsedMs.ts';
import { isInContainer, lanAddresses } from '../../util/lanAddresses.ts';
import type { Authorization } from '../login/authorization.ts';
import { createRouteNotFound } from '../request/errorResponse.ts';

export const CORE_VERSION = '16.14.0';

interface AboutDeps {
  readonly config: Config;
  readonly authorization: Authorization;
  readonly startedAt: () => Date;
  readonly tenants: () => readonly string[];
  readonly hasSrt: boolean;
  readonly restored: RestoredFiles['list'];
  readonly clockJump: ClockJumps['last'];
}

const goArch = arch === 'x64' ? 'amd64' : arch;

/** Responds 200 to everybody; without a login, only with the ways to log in and the major version. */
export const aboutRoutes =
  ({ config, authorization, startedAt, tenants, hasSrt, restored, clockJump }: AboutDeps): FastifyPluginAsync =>
  async (app) => {
    const startedMs = elapsedMs();
    app.get('', async (request) => {
      const auths = config.api.auth.enable ? ['localjwt', ...tenants()] : [];
      const app = 'datarhei-core';
      if (!(await authorization.isAuthorized(request))) {
        return { app, auths, version: { number: CORE_VERSION.replace(/\..*/, '.0.0') } };
      }
      const restoredFiles = restored();
      const jump = clockJump();
      return {
        app,
        auths,
        name: config.name,
        id: config.id,
        created_at: startedAt()
          .toISOString()
          .replace(/\.\d+Z$/, 'Z'),
        uptime_seconds: Math.floor((elapsedMs() - startedMs) / 1000),
        // Shown for encoders in the same network when the page was opened at `localhost`.
        addresses: lanAddresses(networkInterfaces(), isInContainer),
        extensions: hasSrt ? EXTENSIONS.filter((extension) => extension !== 'no-srt-server') : EXTENSIONS,
        ...(restoredFiles.length === 0 ? {} : { restored_files: restoredFiles }),
        ...(jump === null ? {} : { clock_jump: jump }),
        version: {
          number: CORE_VERSION,
          repository_commit: '',
          repository_branch: '',
          build_date: '',
          arch: `${platform}/${goArch}`,
          compiler: `node${process.versions.node}`,
        },
      };
    });
  };

const LogQuery = z.object({ format: z.unknown().optional() });

export const logRoutes =
  ({ log }: { log: LogRing }): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/log', async (request) =>
      LogQuery.parse(request.query).format === 'raw' ? log.entries() : log.lines(),
    );
  };

export const skillsRoutes =
  ({ skills }: { readonly skills: SkillsCache }): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/skills', () => skills.get());
    app.get('/v3/skills/reload', () => skills.reload());
  };

/** The route is missing while the RTMP server is off. */
export const rtmpRoutes =
  ({ rtmp }: { rtmp: () => Pick<RtmpServer, 'published'> | null }): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/rtmp', async () => {
      const server = rtmp();
      if (server === null) throw createRouteNotFound();
      return server.published();
    });
  };

/** The route is missing while the SRT server is off. */
export const srtRoutes =
  ({ srt }: { readonly srt: Pick<SrtServer, 'channels'> | null }): FastifyPluginAsync =>
  async (app) => {
    app.get('/v3/srt', async () => {
      if (srt === null) throw createRouteNotFound();
      return srt.channels();
    });
  };
