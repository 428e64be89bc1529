/** Paths on a 24 px grid, each starting with an absolute M. The part after an F is filled. */
const drawings = {
  add: 'M12 5v14M5 12h14',
  alert: 'M12 4 2.8 19.5h18.4zM12 10v4M12 17h.01',
  audio: 'M9 18V6l10-2v12M9 18a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0zM19 16a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0z',
  back: 'M19 12H5M11 18l-6-6 6-6',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  camera: 'M4 7h11a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM16 11l5-3v8l-5-3',
  channels: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M7 10l5 5 5-5',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM5 15V6a2 2 0 0 1 2-2h8',
  cross: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9 9l6 6M15 9l-6 6',
  contrast: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zFM12 4a8 8 0 0 1 0 16z',
  details: 'M5 7h14M5 12h14M5 17h9',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  empty: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM8.5 12h7',
  encoder: 'M4 5h16v10H4zM9 20h6M12 15v5M10.5 8l3.5 2-3.5 2z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5M10.5 12l4 2.5-4 2.5z',
  help: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5h.01',
  hide: 'M4 4l16 16M9.9 5.8A9.9 9.9 0 0 1 12 5.5c5 0 8.5 4 9.5 6.5a13 13 0 0 1-3 4M6 8a13 13 0 0 0-3.5 4c1 2.5 4.5 6.5 9.5 6.5 1.5 0 2.8-.3 4-.9M10 10a2.8 2.8 0 0 0 4 4',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 8h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h.01M10 14h4M17.5 14h.01',
  language: 'M4 6h10M9 4v2M12 6c-1 4-4 7-8 8M6 9c1 2.5 3.5 4.5 6 5.5M12 20l4.5-10L21 20M13.8 16.5h5.4',
  live: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zFM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  left: 'M14 7l-5 5 5 5',
  logout: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'FM12 5a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2zM12 17a1 1 0 1 1 0 2 1 1 0 0 1 0-2z',
  network: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c3.2 3 3.2 15 0 18M12 3c-3.2 3-3.2 15 0 18',
  open: 'M13 5h6v6M19 5l-9 9M16 14v5H5V8h5',
  play: 'M7 5l12 7-12 7z',
  restart: 'M19 12a7 7 0 1 1-2-5M19 4v4h-4',
  right: 'M10 7l5 5-5 5',
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM16 16l4.5 4.5',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM7.5 8h.01M7.5 16h.01',
  settings: 'M4 8h9M19 8h1M13 8a3 3 0 1 1 6 0 3 3 0 0 1-6 0zM4 16h1M11 16h9M5 16a3 3 0 1 1 6 0 3 3 0 0 1-6 0z',
  show: 'M2.5 12c1-2.5 4.5-6.5 9.5-6.5s8.5 4 9.5 6.5c-1 2.5-4.5 6.5-9.5 6.5s-8.5-4-9.5-6.5zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z',
  stop: 'M7 7h10v10H7z',
  test: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14M4 15h16',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  wait: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 1.5',
} as const;

export type DrawingName = keyof typeof drawings;

/** Decorative without a label. */
export function Icon({ name, label, size = 20 }: { name: DrawingName; label?: string; size?: number }) {
  // At most two path elements per icon, which keeps long lists small.
  const [strokes, fills] = drawings[name].split('F');
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {strokes && <path d={strokes} />}
      {fills && <path d={fills} fill="currentColor" />}
    </svg>
  );
}
