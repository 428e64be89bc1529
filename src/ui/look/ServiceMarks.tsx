interface MarkProps {
  size?: number | undefined;
}

/** Decorative, as the brand's name is beside it. */
export const Mark = ({ path, size = 20 }: MarkProps & { path: string }) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={path} fill="currentColor" stroke="none" />
  </svg>
);

/** For services without a permitted brand icon. */
export const NeutralMark = ({ size = 20 }: MarkProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M4 4.5h16v12H4zM8 20h8M10.5 8v5l4-2.5z" />
  </svg>
);

export const Tag = ({ of }: { of: string }) => <span className="mark-tag" data-of={of} aria-hidden="true" />;

export const Disk = ({ size = 20 }: MarkProps) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M4 6c0-4 16-4 16 0s-16 4-16 0zM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0" />
  </svg>
);
