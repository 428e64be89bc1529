import type { SkillsCache } from '../ffmpeg/index.ts';
import type { Routes } from '../types.ts';

/** What ffmpeg can do; `reload` asks it again. */
export const skillsRoutes =
  ({ skills }: { readonly skills: SkillsCache }): Routes =>
  async (app) => {
    app.get('/v3/skills', () => skills.get());
    app.get('/v3/skills/reload', () => skills.reload());
  };
