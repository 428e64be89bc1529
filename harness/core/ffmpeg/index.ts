export { createSkills, ffmpegVersion, type Skills, type SkillsDoor } from './skills.ts';
