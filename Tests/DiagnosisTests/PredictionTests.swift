import Diagnosis
import Testing

/// When a prediction is held to have come true.
@Suite struct PredictionTests {
  @Test(
    arguments: [
      (574, 48, 48, 48...48, .held), (574, 48, 52, 48...48, .held), (574, 48, 60, 48...48, .missed(by: 12)),
      (100, 40, 55, 20...60, .held), (100, 40, 10, 20...60, .missed(by: -10)),
      // What may have saved anything or nothing has no merit in what came.
      (574, 573, 48, 0...574, .open), (574, 48, 50, 0...574, .held), (574, 573, 48, 573...573, .missed(by: -525)),
    ] as [(Int, Int, Int, ClosedRange<Int>, Diagnosis.Prediction.Verdict)])
  func aPredictionHoldsWhereItSaidSomething(
    _ before: Int, _ predicted: Int, _ measured: Int, _ range: ClosedRange<Int>, _ verdict: Diagnosis.Prediction.Verdict
  ) {
    #expect(
      Diagnosis.Prediction.verdict(before: before, predicted: predicted, measured: measured, range: range) == verdict)
  }
}
