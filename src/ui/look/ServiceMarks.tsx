interface MarkProps {
  size?: number | undefined;
}

/** The mark of a brand beside its name, which says the same. */
export const Mark = ({ path, size = 20 }: MarkProps & { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={path} fill="currentColor" stroke="none" />
  </svg>
);

/** Of every service without a mark that may be used: a screen that plays. */
export const NeutralMark = ({ size = 20 }: MarkProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M4 4.5h16v12H4zM8 20h8M10.5 8v5l4-2.5z" />
  </svg>
);

/** The short name of a protocol, for eyes only: the name beside it says the same. */
export const Tag = ({ of }: { of: string }) => <span className="mark-tag" data-of={of} aria-hidden="true" />;

/** What is kept on the disk of the core. */
export const Disk = ({ size = 20 }: MarkProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M4 6c0-4 16-4 16 0s-16 4-16 0zM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0" />
  </svg>
);
