type Detected = { readonly rawValue: string }
type Detector = { detect(source: HTMLVideoElement): Promise<readonly Detected[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

/** The browser's own reader of codes, where it has one. */
export const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser reads codes by itself, and has a camera that a page may ask for. */
export const canScan = (): boolean => detectorClass() !== undefined && Boolean(navigator.mediaDevices?.getUserMedia)
