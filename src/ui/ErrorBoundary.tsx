import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  children: ReactNode
  /** What shows instead; `retry` shows the children again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Once per crash. */
  onError: (error: unknown) => void
  /** A new value shows the children again: the name of the view. */
  resetKey?: string | undefined
}

type State = { failed: boolean; error?: unknown; resetKey: string | undefined }

/** Keeps a crash of one view from taking the modal with it. A class because React has no hook for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: true, error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.state.error, () => this.setState({ failed: false })) : this.props.children
  }
}
