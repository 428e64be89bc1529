export { createSkills, ffmpegVersion, type SkillsCache } from './skills.ts';
