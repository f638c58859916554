public import AppViews
public import ECallKit

extension ClientFlows: AppFlows {}
