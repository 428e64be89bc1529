export function Mark({ size }: { size: number }) {
  return (
    <svg className="icon mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden>
      <path d="M3 8.5c3 0 3 1.8 6 1.8M3 14c3 0 3 1.8 6 1.8M15 6.5h6M15 12h6M15 17.5h6" />
      <path d="M12 4v16" strokeWidth={2.75} />
    </svg>
  );
}

export function WordMark() {
  return (
    <span className="word-mark">
      <Mark size={22} />
      Sluice
    </span>
  );
}
