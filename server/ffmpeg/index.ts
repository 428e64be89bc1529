export { createSkills, ffmpegVersion, type SkillsDoor } from './skills.ts';
