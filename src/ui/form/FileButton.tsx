import { type ReactNode, useRef } from 'react';
import { Button } from '../controls/Button.tsx';

interface FileButtonProps {
  /** What the browser's dialog offers first, e.g. ".png,.svg"; it is no check. */
  accept: string;
  busy: boolean;
  disabled?: boolean;
  onPick: (file: File) => void;
  children: ReactNode;
}

/** Opens the browser's dialog for one file. */
export function FileButton({ accept, busy, disabled = false, onPick, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was mended.
          target.value = '';
          if (file) onPick(file);
        }}
      />
      <Button icon="add" busy={busy} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
