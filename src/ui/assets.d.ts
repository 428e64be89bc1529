declare module '*.css';
declare module 'video.js/dist/video-js.css' {
  const text: string;
  export default text;
}
declare module '*/browser/player.css' {
  const text: string;
  export default text;
}
declare module '*/late.css' {
  const text: string;
  export default text;
}
declare module '*/inside/data.css' {
  const text: string;
  export default text;
}
declare module '*/history.css' {
  const text: string;
  export default text;
}
declare module 'uplot/dist/uPlot.min.css' {
  const text: string;
  export default text;
}
